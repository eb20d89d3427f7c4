const REPLY_CHARACTERS_MAX = 64 * 1024;

/** A whole answer of a mail server; `code` is 0 when it does not begin with one. Its lines are joined by `\n`. */
export interface Reply {
  readonly code: number;
  readonly text: string;
  /** 2xx: it took what it was told. */
  readonly isPositive: boolean;
}

/**
 * Cuts what a server says into answers (RFC 5321 §4.2), however the network cuts it into chunks. The function it returns
 * takes a chunk and calls `take` for each answer that is whole; false means that an answer grows without end.
 */
export function readReplies(take: (reply: Reply) => void): (chunk: Buffer) => boolean {
  let rest = '';
  let begun = '';

  return (chunk) => {
    rest += chunk.toString('latin1');
    let lineStart = 0;
    for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n', lineStart)) {
      const line = rest.slice(lineStart, rest[end - 1] === '\r' ? end - 1 : end);
      lineStart = end + 1;
      begun += begun === '' ? line : `\n${line}`;
      if (/^\d{3}-/.test(line)) continue;
      const text = begun;
      begun = '';
      if (text !== '') take(replyOf(text));
    }
    rest = rest.slice(lineStart);
    return rest.length + begun.length <= REPLY_CHARACTERS_MAX;
  };
}

function replyOf(text: string): Reply {
  const code = /^\d{3}/.test(text) ? Number(text.slice(0, 3)) : 0;
  return { code, text: decoded(text), isPositive: code >= 200 && code < 300 };
}

/** Words beyond ASCII are UTF-8 today; what is not stays as its bytes. */
function decoded(bytes: string): string {
  // oxlint-disable-next-line no-control-regex
  if (/^[\x00-\x7f]*$/.test(bytes)) return bytes;
  const text = Buffer.from(bytes, 'latin1').toString('utf8');
  return text.includes('\uFFFD') ? bytes : text;
}
