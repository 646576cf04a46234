// What a service worker has besides a dedicated worker, which is all that TypeScript's library describes.

declare function skipWaiting(): Promise<void>;
declare const clients: Clients;

interface DedicatedWorkerGlobalScopeEventMap {
  activate: ExtendableEvent;
  fetch: FetchEvent;
  install: ExtendableEvent;
}

interface MessageEvent {
  waitUntil(work: Promise<unknown>): void;
}
