/**
 * An error of the page's own code: its class, and where it was thrown, in a built script: `home-1a2b.js:1:345`. No
 * message, which could hold what a player typed.
 */
export interface PageError {
  name: string;
  place: string;
}

/** More of one load of the page say little that the first did not. */
const MAX_ERRORS = 5;
/** Errors of a missing connection, and of aborted requests. */
const NO_FAULT = /^(NoConnection|PartNotLoaded|AbortError|ApolloNetworkError)$/;
const FRAME = /\/([\w.-]{1,80}\.js):(\d{1,7}):(\d{1,7})/;

const errors: PageError[] = [];

/** Keeps an error for the page's report (features/page-reports). */
export function recordPageError(error: unknown): void {
  const { name = '', stack = '' } = error instanceof Error ? error : {};
  if (NO_FAULT.test(name) || errors.length >= MAX_ERRORS) return;
  const [, file, line, column] = FRAME.exec(stack) ?? [];
  const noted = {
    name: /^[A-Za-z]{1,40}$/.test(name) ? name : 'Error',
    place: file ? `${file}:${line}:${column}` : 'unknown',
  };
  if (!errors.some(({ name: known, place }) => known === noted.name && place === noted.place)) errors.push(noted);
}

/** Errors that no code catches. */
export function watchPageErrors(): void {
  window.addEventListener('error', ({ error }) => recordPageError(error));
  window.addEventListener('unhandledrejection', ({ reason }) => recordPageError(reason));
}

/** @returns the errors noted since the last call */
export function takePageErrors(): PageError[] {
  return errors.splice(0);
}
