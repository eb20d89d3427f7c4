// cspell:ignore CBOR webauthn
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { Asserted, Registered } from '@escuta/contract/passkeys';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** What a browser is asked for, as far as a device reads it. */
interface Asked {
  readonly challenge: string;
}

/** What a device is made to say that an honest one would not. */
interface Lie {
  /** The page that asks. */
  readonly origin?: string;
  /** For whom the key is used. */
  readonly rpId?: string;
  /** Whether it says that it has verified its user: by finger, face or pin. */
  readonly isVerified?: boolean;
  /** What its counter says. */
  readonly counter?: number;
  readonly type?: string;
}

const userPresent = 0x01;
const userVerified = 0x04;
const withCredential = 0x40;
/** COSE (RFC 9052): a key of the curve P-256, for signing by ECDSA with SHA-256. */
const cose = { kty: 1, alg: 3, crv: -1, x: -2, y: -3, ec2: 2, es256: -7, p256: 1 } as const;

/**
 * An authenticator with one key, as browsers answer for it (WebAuthn, level 2): what it signs is made here and read by the
 * library that the server uses.
 */
export class PasskeyDevice {
  readonly id = randomBytes(32).toString('base64url');
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #honest: { readonly origin: string; readonly rpId: string };
  #counter = 0;

  constructor(publicUrl: string) {
    const url = new URL(publicUrl);
    if (url.hostname === '127.0.0.1') url.hostname = 'localhost';
    this.#honest = { origin: url.origin, rpId: url.hostname };
  }

  /** Makes the key known: what a browser answers to the options of a registration. */
  register(asked: Asked, lie: Lie = {}): Registered {
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, id, this.#publicKey()]);
    const authData = Buffer.concat([this.#authenticatorData(withCredential, lie), credential]);
    const attestation = new Map<string, string | Uint8Array | Map<never, never>>([
      ['fmt', 'none'],
      ['attStmt', new Map<never, never>()],
      ['authData', new Uint8Array(authData)],
    ]);
    return {
      ...this.#named(),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', asked, lie).toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /** Signs in: what a browser answers to the options of a sign-in. The counter goes on by one. */
  assert(asked: Asked, lie: Lie = {}): Asserted {
    this.#counter = lie.counter ?? this.#counter + 1;
    const authenticatorData = this.#authenticatorData(0, { ...lie, counter: this.#counter });
    const clientData = this.#clientData('webauthn.get', asked, lie);
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()]);
    return {
      ...this.#named(),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
      },
    };
  }

  #named() {
    return { id: this.id, rawId: this.id, type: 'public-key' } as const;
  }

  #clientData(type: string, { challenge }: Asked, lie: Lie): Buffer {
    const origin = lie.origin ?? this.#honest.origin;
    return Buffer.from(JSON.stringify({ type: lie.type ?? type, challenge, origin, crossOrigin: false }));
  }

  #authenticatorData(flags: number, { rpId, isVerified = true, counter = this.#counter }: Lie): Buffer {
    const data = Buffer.alloc(37);
    createHash('sha256')
      .update(rpId ?? this.#honest.rpId)
      .digest()
      .copy(data);
    data.writeUInt8(flags | userPresent | (isVerified ? userVerified : 0), 32);
    data.writeUInt32BE(counter, 33);
    return data;
  }

  #publicKey(): Uint8Array {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
    return isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [cose.kty, cose.ec2],
        [cose.alg, cose.es256],
        [cose.crv, cose.p256],
        [cose.x, bytes(x)],
        [cose.y, bytes(y)],
      ]),
    );
  }
}
