/** Seconds before another code may be requested. */
const RESEND_AFTER_S = 30;

/** Purpose of the code of a contact that was given at sign-up. */
export const VERIFICATION = 'verification';

/** When another code may be requested (milliseconds since 1970), by what the code is for. */
const resendAt = new Map<string, number>();

/**
 * A code was sent, or the server says how long to wait.
 * @param purpose what the code is for: `VERIFICATION`, a contact, …
 */
export function startCodeWait(purpose: string, seconds = RESEND_AFTER_S): void {
  resendAt.set(purpose, Date.now() + seconds * 1_000);
}

/** Seconds until another code may be requested; 0 where none was sent lately. */
export const codeWait = (purpose: string): number =>
  Math.max(0, Math.ceil(((resendAt.get(purpose) ?? 0) - Date.now()) / 1_000));
