import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { answer, api, problemDetail } from '../../lib/http';

// Fetched when a passkey is about to be used, not before.
const load = () => import('@simplewebauthn/browser');

/** Whether this browser knows passkeys at all; it does on secure pages only. */
export const knowsPasskeys = () => typeof globalThis.PublicKeyCredential === 'function';

/** Whether this browser offers passkeys among what it fills a field in with. */
export const fillsInPasskeys = async () => knowsPasskeys() && Boolean(await PublicKeyCredential.isConditionalMediationAvailable?.());

interface Ask {
  /** Waits until a passkey is chosen at the field with `autocomplete="… webauthn"`, in place of a prompt. */
  autofill?: boolean;
  /** Calls the prompt or the wait off. */
  signal: AbortSignal;
}

/** Has the browser sign a challenge with one of the person's passkeys. */
export async function askForPasskey({ autofill = false, signal }: Ask): Promise<AuthenticationResponseJSON> {
  const { startAuthentication, WebAuthnAbortService } = await load();
  const optionsJSON = (await answer(api.POST('/api/login/passkey/options', { signal }))) as PublicKeyCredentialRequestOptionsJSON;
  signal.throwIfAborted();
  const callOff = () => WebAuthnAbortService.cancelCeremony();
  signal.addEventListener('abort', callOff);
  return startAuthentication({ optionsJSON, useBrowserAutofill: autofill }).finally(() => signal.removeEventListener('abort', callOff));
}

/** @returns where a sign-in that the issuer asked for goes on; undefined where the session is open */
export async function signInByPasskey(response: AuthenticationResponseJSON, interaction?: string): Promise<string | undefined> {
  const { data } = await api.POST('/api/login/passkey', { body: { response: { ...response }, interaction } });
  return data?.continueTo;
}

/** Has the browser make a passkey for the signed-in player, and adds it to the account. */
export async function addPasskey(): Promise<void> {
  const { startRegistration } = await load();
  const optionsJSON = (await answer(api.POST('/api/profile/passkeys/options'))) as PublicKeyCredentialCreationOptionsJSON;
  const response = await startRegistration({ optionsJSON });
  await api.POST('/api/profile/passkeys', { body: { response: { ...response } } });
}

/** What to say of a passkey that did not work; nothing where the person, or the page, called it off. */
export function passkeyProblem(error: unknown, otherwise: string): string | undefined {
  switch ((error as Partial<WebAuthnError> | null)?.name) {
    // Browsers say the same of a prompt that was closed and of one that nobody answered in time.
    case 'NotAllowedError':
    case 'AbortError':
      return undefined;
    case 'InvalidStateError':
      return 'This device holds a passkey for your account already.';
    case 'SecurityError':
      return 'Passkeys do not work at this address. Open the page by its name, not by a number.';
    case 'ConstraintError':
    case 'NotSupportedError':
      return 'This device cannot keep a passkey. Set up a screen lock first, or use another device.';
    default:
      return problemDetail(error, otherwise);
  }
}
