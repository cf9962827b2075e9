/** Resolves in a task of its own, after whatever waits for the page's thread: what is long is done in parts. */
export const yieldToEventLoop = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve);
  });
