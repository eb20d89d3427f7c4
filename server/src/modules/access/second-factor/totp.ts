import { Secret, TOTP } from 'otpauth';

/** Codes of an authenticator app: HMAC-SHA-1, six digits, a new one every 30 seconds (RFC 6238; what every app can). */
const code = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** A code is taken a step early or late: clocks differ, and typing takes time (RFC 6238, 5.2). */
const stepsOff = 1;
/** 160 bits, as RFC 4226 advises. */
const keyBytes = 20;
const issuer = 'Escuta';

/** A new key in base 32, as apps take it. */
export function newKey(): string {
  return new Secret({ size: keyBytes }).base32;
}

/** The key as a QR code says it to an app. */
export function keyUri(key: string, account: string): string {
  return new TOTP({ ...code, issuer, label: account, secret: key }).toString();
}

/** The time step that a code belongs to; null for none that is taken now. */
export function stepOf(key: string, token: string, now: Date): number | null {
  const timestamp = now.getTime();
  const secret = Secret.fromBase32(key);
  const off = TOTP.validate({ ...code, secret, token, timestamp, window: stepsOff });
  return off === null ? null : TOTP.counter({ ...code, timestamp }) + off;
}
