// TypeScript's library of workers takes every script for that of a dedicated worker: what a service worker has besides.

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
