import { createHash, createPrivateKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import sign from 'nodemailer/lib/dkim/sign';

/** RFC 8058 §4 wants both List-Unsubscribe fields signed; nodemailer's default list has only the first. */
const SIGNED_FIELDS =
  'From:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:Feedback-ID:Auto-Submitted:' +
  'List-Id:List-Unsubscribe:List-Unsubscribe-Post';

/** Who signs: the domain and selector whose DNS record holds the public key, and the RSA private key as PEM. */
export interface DkimOptions {
  domain: string;
  selector: string;
  privateKey: string;
}

/** Returns the DKIM-Signature field (with CRLF) for header fields ending in CRLF and the body after the empty line. */
export type DkimSigner = (fields: string[], body: string) => string;

/**
 * Prepares a DKIM signer (RFC 6376, rsa-sha256, relaxed/relaxed); the field is made by nodemailer.
 * The key is parsed once, here: an unreadable or non-RSA key throws at start rather than in the middle of a send.
 * @throws Error from node:crypto when the key is unreadable, RangeError when it is not RSA
 */
export function createDkimSigner(options: DkimOptions): DkimSigner {
  const privateKey: KeyObject = createPrivateKey(options.privateKey);
  if (privateKey.asymmetricKeyType !== 'rsa') throw new RangeError('The DKIM key is not an RSA key');
  return (fields, body) => {
    const bodyHash = createHash('sha256').update(relaxBody(body), 'latin1').digest('base64');
    const lines = fields.map((field) => ({
      key: field.slice(0, field.indexOf(':')).toLowerCase(),
      line: field.slice(0, -2),
    }));
    const signed = sign(lines, 'sha256', bodyHash, {
      domainName: options.domain,
      keySelector: options.selector,
      privateKey,
      headerFieldNames: SIGNED_FIELDS,
    });
    if (signed === false) throw new Error('The DKIM key refused to sign');
    return `${signed}\r\n`;
  };
}

/** RFC 6376 §3.4.4: runs of blanks are one space, none before a line end, no empty lines at the end. */
function relaxBody(body: string): string {
  const relaxed = body
    .replace(/[ \t]+/g, ' ')
    .replaceAll(' \r\n', '\r\n')
    .replace(/ $/, '');
  let end = relaxed.length;
  while (relaxed.startsWith('\r\n', end - 2) && end >= 2) end -= 2;
  return end === 0 ? '' : `${relaxed.slice(0, end)}\r\n`;
}
