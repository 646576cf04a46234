// htmx 4, as far as our scripts use it.

declare const htmx: {
  ajax(method: string, url: string, options: { target: string | Element; swap: string }): Promise<void>;
  process(element: Element): void;
  swap(ctx: HtmxContext): Promise<void>;
  trigger(element: string | Element, event: string, detail?: object): boolean;
};

/** One request of htmx and its answer. */
interface HtmxContext {
  readonly sourceElement: PageElement;
  /** An element, or a selector that matched none. */
  readonly target?: PageElement;
  readonly request: {
    readonly action: string;
    readonly method: string;
    readonly body: FormData | URLSearchParams;
    readonly submitter?: PageElement;
    abort(): void;
  };
  readonly response?: { readonly status: number };
  /** The body of the answer. */
  readonly text?: string;
  /** Ends the task that stands for the request (idle.js). */
  done?: () => void;
  /** The last change of the hand when its preview was requested (keyboard.js). */
  previewedChange?: number;
}

type HtmxEvent = CustomEvent<{ readonly ctx: HtmxContext }>;

interface HtmxEvents {
  "htmx:config:request": HtmxEvent;
  "htmx:before:request": HtmxEvent;
  "htmx:finally:request": HtmxEvent;
  "htmx:before:swap": HtmxEvent;
  "htmx:after:swap": HtmxEvent;
  "htmx:error": HtmxEvent;
  "htmx:response:error": HtmxEvent;
  "htmx:sse:after:connection": CustomEvent;
  /** A message of the stream: the table, the night or the desk has another version, which is its data. */
  changed: CustomEvent<{ readonly data: string }>;
}
