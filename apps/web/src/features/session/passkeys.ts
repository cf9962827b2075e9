import { m } from '#messages';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  WebAuthnError,
} from '@simplewebauthn/browser';
import type { Passkey } from '../../api/types';
import { bodyOf, api } from '../../api/http';
import { problemDetail } from '../../api/problems';

// Loaded only when a passkey is about to be used.
const load = () => import('@simplewebauthn/browser');

/** Whether this browser supports passkeys; browsers do on secure pages only. */
export const supportsPasskeys = () => typeof globalThis.PublicKeyCredential === 'function';

/** Whether this browser offers passkeys in autofill. */
export const supportsPasskeyAutofill = async () =>
  supportsPasskeys() && Boolean(await PublicKeyCredential.isConditionalMediationAvailable?.());

interface Ask {
  /** Waits until a passkey is chosen at the field with `autocomplete="… webauthn"`, in place of a prompt. */
  autofill?: boolean;
  /** Cancels the prompt or the wait. */
  signal: AbortSignal;
}

/** Makes the browser sign a challenge with one of the person's passkeys. */
export async function requestPasskey({ autofill = false, signal }: Ask): Promise<AuthenticationResponseJSON> {
  const { startAuthentication, WebAuthnAbortService } = await load();
  const optionsJSON = (await bodyOf(
    api.POST('/api/login/passkey/options', { signal }),
  )) as PublicKeyCredentialRequestOptionsJSON;
  signal.throwIfAborted();
  const cancelCeremony = () => WebAuthnAbortService.cancelCeremony();
  signal.addEventListener('abort', cancelCeremony);
  return startAuthentication({ optionsJSON, useBrowserAutofill: autofill }).finally(() =>
    signal.removeEventListener('abort', cancelCeremony),
  );
}

/** @returns where a sign-in that the issuer started continues; undefined when the session is open */
export async function signInByPasskey(
  response: AuthenticationResponseJSON,
  interaction?: string,
): Promise<string | undefined> {
  const { data } = await api.POST('/api/login/passkey', { body: { response: { ...response }, interaction } });
  return data?.continueTo;
}

/** Makes the browser create a passkey for the signed-in player, adds it to the account and returns it. */
export async function addPasskey(): Promise<Passkey> {
  const { startRegistration } = await load();
  const optionsJSON = (await bodyOf(
    api.POST('/api/profile/passkeys/options'),
  )) as PublicKeyCredentialCreationOptionsJSON;
  const response = await startRegistration({ optionsJSON });
  return bodyOf(api.POST('/api/profile/passkeys', { body: { response: { ...response } } }));
}

/** The message for a passkey that did not work; undefined when the person or the page cancelled it. */
export function passkeyProblem(error: unknown, otherwise: string): string | undefined {
  switch ((error as Partial<WebAuthnError> | null)?.name) {
    // Browsers report a closed prompt and a timed-out one alike.
    case 'NotAllowedError':
    case 'AbortError':
      return undefined;
    case 'InvalidStateError':
      return m.session_passkey_present();
    case 'SecurityError':
      return m.session_passkey_address();
    case 'ConstraintError':
    case 'NotSupportedError':
      return m.session_passkey_no_lock();
    default:
      return problemDetail(error, otherwise);
  }
}
