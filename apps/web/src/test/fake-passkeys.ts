import { PRODUCT_NAME } from '../product';
import { stubGlobal } from './stub-global';

const bytes = (text: string) => new TextEncoder().encode(text).buffer;
const named = (name: string) => Object.assign(new Error(name), { name });

interface Asked {
  mediation?: string;
  publicKey: { challenge: ArrayBuffer; excludeCredentials?: object[] };
  signal: AbortSignal;
}

/** A browser with passkeys. Prompts and waits stay open until a test resolves them. */
export function supportPasskeys({ fillsIn = false } = {}) {
  const made = {
    id: 'cGFzc2tleQ',
    rawId: bytes('passkey'),
    type: 'public-key',
    authenticatorAttachment: 'platform',
    getClientExtensionResults: () => ({}),
    response: {
      clientDataJSON: bytes('{}'),
      attestationObject: bytes('a'),
      authenticatorData: bytes('d'),
      signature: bytes('s'),
      userHandle: bytes('u'),
      getTransports: () => ['internal'],
    },
  };
  const open: { kind: 'prompt' | 'wait' | 'make'; challenge: string; end: () => void; fail: (name: string) => void }[] =
    [];
  const ask =
    (kind: 'get' | 'create') =>
    ({ mediation, publicKey: { challenge }, signal }: Asked) =>
      new Promise((resolve, reject) => {
        const entry = {
          kind:
            kind === 'create'
              ? ('make' as const)
              : mediation === 'conditional'
                ? ('wait' as const)
                : ('prompt' as const),
          challenge: new TextDecoder().decode(challenge),
          end: () => (open.splice(open.indexOf(entry), 1), resolve(made)),
          fail: (name: string) => (open.splice(open.indexOf(entry), 1), reject(named(name))),
        };
        open.push(entry);
        signal.addEventListener('abort', () => {
          if (open.includes(entry)) entry.fail('AbortError');
        });
      });
  stubGlobal(
    'PublicKeyCredential',
    class {
      static isConditionalMediationAvailable = async () => fillsIn;
    },
  );
  Object.defineProperty(navigator, 'credentials', {
    value: { get: ask('get'), create: ask('create') },
    configurable: true,
  });
  return open;
}

export const requestOptions = (challenge: string) => ({
  challenge: btoa(challenge).replace(/=+$/, ''),
  rpId: 'localhost',
  userVerification: 'required',
  timeout: 300_000,
});
export const creationOptions = {
  challenge: btoa('make').replace(/=+$/, ''),
  rp: { id: 'localhost', name: PRODUCT_NAME },
  user: { id: 'AAAA', name: 'jo', displayName: 'jo' },
  pubKeyCredParams: [],
  excludeCredentials: [],
};
