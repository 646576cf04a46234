// What TypeScript does not know of our pages: htmx, and elements as our scripts meet them.

/**
 * An element that a selector of ours finds, or that an event is about. The selector says which kind it is, and
 * TypeScript cannot read that: so it has the properties of all kinds that our scripts use.
 */
interface PageElement extends HTMLElement {
  // Forms, boxes and keys.
  action: string;
  checked: boolean;
  readonly defaultChecked: boolean;
  disabled: boolean;
  readonly elements: HTMLFormControlsCollection & Record<string, PageElement>;
  readonly form: HTMLFormElement & PageElement;
  readonly method: string;
  name: string;
  placeholder: string;
  type: string;
  value: string;
  requestSubmit(submitter?: HTMLElement): void;
  select(): void;
  submit(): void;
  // Dialogs and what unfolds.
  open: boolean;
  close(): void;
  showModal(): void;
  // Links and templates.
  href: string;
  readonly hash: string;
  readonly origin: string;
  readonly pathname: string;
  readonly content: DocumentFragment;

  readonly control: PageElement | null;

  closest(selectors: string): PageElement | null;
  querySelector(selectors: string): PageElement | null;
  querySelectorAll(selectors: string): NodeListOf<PageElement>;
  cloneNode(deep?: boolean): PageElement;
  readonly children: HTMLCollectionOf<PageElement>;
  readonly firstElementChild: PageElement | null;
  readonly parentElement: PageElement | null;
}

/** The events that a page listens for: the browser's, htmx's and ours. */
type PageEvents = DocumentEventMap & WindowEventMap & HtmxEvents & import("../../static/events.js").SiteEvents;

/** An event of a page, whose target is one of its elements. */
type PageEvent<Name extends keyof PageEvents> = PageEvents[Name] & {
  readonly target: PageElement;
  readonly currentTarget: PageElement;
  readonly submitter?: PageElement;
};

interface Document {
  getElementById(id: string): PageElement | null;
  addEventListener<Name extends keyof PageEvents>(
    name: Name,
    listener: (event: PageEvent<Name>) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  querySelector(selectors: string): PageElement | null;
  querySelectorAll(selectors: string): NodeListOf<PageElement>;
}

interface DocumentFragment {
  cloneNode(deep?: boolean): DocumentFragment;
  querySelector(selectors: string): PageElement | null;
  readonly firstElementChild: PageElement | null;
}

interface HTMLElement {
  addEventListener<Name extends keyof PageEvents>(
    name: Name,
    listener: (event: PageEvent<Name>) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

interface Window {
  addEventListener<Name extends keyof PageEvents>(
    name: Name,
    listener: (event: PageEvent<Name>) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

interface Navigator {
  /** Of some browsers only. */
  readonly connection?: { readonly saveData: boolean; readonly type?: string; readonly effectiveType?: string };
}
