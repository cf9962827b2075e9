import { m } from '#messages';
import type { AuthenticationResponseJSON } from '@simplewebauthn/browser';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { problemCode } from '../../api/http';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { requestPasskey, supportsPasskeyAutofill, supportsPasskeys, passkeyProblem, signInByPasskey } from './passkeys';

/** Milliseconds after which the browser waits with a fresh challenge: one is valid for five minutes. */
const FRESH_MS = 4 * 60_000;

interface PasskeySignInProps {
  /** Interaction of the issuer, if it started the sign-in. */
  interaction?: string;
  /** @param continueTo where a sign-in that the issuer started continues; undefined when the session is open */
  onSignedIn: (continueTo: string | undefined) => Promise<void>;
  /** The issuer no longer waits for it. */
  onExpired: () => void;
}

/**
 * Sign-in by passkey: a button, and passkeys among the browser's autofill of the field with
 * `autocomplete="… webauthn"`. Renders nothing in browsers without passkeys.
 */
export function PasskeySignIn({ interaction, onSignedIn, onExpired }: PasskeySignInProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const prompt = useRef<AbortController>(null);
  useEffect(() => () => prompt.current?.abort(), []);

  const signIn = async (asked: Promise<AuthenticationResponseJSON>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await onSignedIn(await signInByPasskey(await asked, interaction));
    } catch (error) {
      if (problemCode(error) === 'SIGN_IN_EXPIRED') return onExpired();
      setProblem(passkeyProblem(error, m.session_passkey_failed()));
      setBusy(false);
    }
  };
  useAutofill(isBusy, (response) => signIn(Promise.resolve(response)));

  if (!supportsPasskeys()) return null;
  return (
    <div className="flex flex-col gap-2">
      <Button
        size="lg"
        pending={isBusy}
        onClick={() => {
          prompt.current = new AbortController();
          void signIn(requestPasskey({ signal: prompt.current.signal }));
        }}
      >
        {!isBusy && <Icon name="key" size={22} />}
        {m.session_passkey_sign_in()}
      </Button>
      {problem && (
        <p role="alert" className="text-sm font-medium text-danger-ink">
          {problem}
        </p>
      )}
    </div>
  );
}

/**
 * Waits for a passkey to be chosen at the field. The browser allows one wait or prompt at a time, so the wait pauses
 * for the button's prompt.
 */
function useAutofill(isPaused: boolean, onChosen: (response: AuthenticationResponseJSON) => Promise<void>) {
  const [round, setRound] = useState(0);
  const chosen = useEffectEvent(onChosen);
  useEffect(() => {
    if (isPaused) return;
    const wait = new AbortController();
    const freshen = setTimeout(() => setRound(round + 1), FRESH_MS);
    const watch = async () => {
      if (!(await supportsPasskeyAutofill()) || wait.signal.aborted) return;
      // Nothing was chosen or nothing could be offered; the button remains.
      const response = await requestPasskey({ autofill: true, signal: wait.signal }).catch(() => undefined);
      if (response) await chosen(response);
    };
    void watch();
    return () => {
      clearTimeout(freshen);
      wait.abort();
    };
  }, [isPaused, round]);
}
