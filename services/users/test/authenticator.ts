import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** What a test may let a browser or an authenticator do wrong. */
interface Behaviour {
  origin?: string;
  rpId?: string;
  userVerified?: boolean;
  counter?: number;
  type?: string;
}

const UP = 1;
const UV = 4;
const BACKUP_ELIGIBLE = 8;
const BACKED_UP = 16;
const ATTESTED = 64;

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64url = (data: Uint8Array) => Buffer.from(data).toString('base64url');

/** One ES256 passkey in software, in a browser at localhost:8080. */
export class Authenticator {
  readonly id = base64url(randomBytes(32));
  counter = 0;
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private handle = base64url(randomBytes(16));

  /** @param counts whether it counts its signatures, as security keys do */
  constructor(private readonly counts = false) {}

  create(
    { challenge, rp, user }: PublicKeyCredentialCreationOptionsJSON,
    behaviour: Behaviour = {},
  ): RegistrationResponseJSON {
    this.handle = user.id;
    const credentialId = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(credentialId.length);
    const authData = Buffer.concat([
      this.head(behaviour.rpId ?? rp.id!, ATTESTED, behaviour),
      Buffer.alloc(16),
      length,
      credentialId,
      this.publicKey(),
    ]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', Uint8Array.from(authData)],
    ]);
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: base64url(this.clientData('webauthn.create', challenge, behaviour)),
        attestationObject: base64url(isoCBOR.encode(attestation as never)),
        transports: ['internal'],
      },
      clientExtensionResults: { credProps: { rk: true } },
    };
  }

  get(
    { challenge, rpId }: PublicKeyCredentialRequestOptionsJSON,
    behaviour: Behaviour = {},
  ): AuthenticationResponseJSON {
    const authData = this.head(behaviour.rpId ?? rpId!, 0, behaviour);
    const clientData = this.clientData('webauthn.get', challenge, behaviour);
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(authData),
        signature: base64url(sign('sha256', Buffer.concat([authData, sha256(clientData)]), this.keys.privateKey)),
        userHandle: this.handle,
      },
      clientExtensionResults: {},
    };
  }

  private head(rpId: string, more: number, { userVerified = true, counter }: Behaviour): Buffer {
    if (this.counts) this.counter = counter ?? this.counter + 1;
    const tail = Buffer.alloc(5);
    tail.writeUInt8(UP | (userVerified ? UV : 0) | BACKUP_ELIGIBLE | BACKED_UP | more);
    tail.writeUInt32BE(this.counter, 1);
    return Buffer.concat([sha256(rpId), tail]);
  }

  private clientData(
    type: string,
    challenge: string,
    { origin = 'http://localhost:8080', type: other }: Behaviour,
  ): Buffer {
    return Buffer.from(JSON.stringify({ type: other ?? type, challenge, origin, crossOrigin: false }));
  }

  /** COSE_Key: EC2, ES256, P-256. */
  private publicKey(): Uint8Array {
    const { x, y } = this.keys.publicKey.export({ format: 'jwk' });
    const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'));
    return isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, bytes(x!)],
        [-3, bytes(y!)],
      ]),
    );
  }
}
