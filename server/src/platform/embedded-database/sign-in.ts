import type { Socket } from 'node:net';
import { hashToken, sameBytes } from '#platform/crypto/secrets.ts';

/** Numbers of the PostgreSQL protocol 3.0 ("Message Formats": StartupMessage, SSLRequest, GSSENCRequest, CancelRequest). */
const protocolVersion = 196_608;
const sslRequest = 80_877_103;
const gssRequest = 80_877_104;
/** PostgreSQL's own limit of a start-up packet; nobody who has not signed in makes us keep more. */
const packetBytesMax = 10_000;
const signInMsMax = 10_000;

/** A client that went away, speaks something else, or was refused. */
class NotSignedInError extends Error {}

/**
 * Asks a new connection for the password, as PostgreSQL does before it listens to anything else. True when it is right:
 * then the start-up packet is put back into the socket, for the engine to answer. Else the connection is closed.
 * A socket comes back paused.
 *
 * The password travels as it is: who can listen on loopback is root, and reads the file too (decision 0017).
 */
export async function signIn(socket: Socket, password: string): Promise<boolean> {
  const late = setTimeout(() => socket.destroy(), signInMsMax);
  const reader = openReader(socket);
  try {
    const startUp = await readStartUp(socket, reader);
    socket.write(authenticationRequest);
    const given = await readPassword(reader);
    const rest = reader.close();
    if (!samePassword(given, password)) {
      socket.end(fatal('28P01', 'password authentication failed'));
      return false;
    }
    socket.unshift(Buffer.concat([startUp, rest]));
    return true;
  } catch (error) {
    if (!(error instanceof NotSignedInError)) throw error;
    socket.destroy();
    return false;
  } finally {
    clearTimeout(late);
  }
}

/** The packet that names user and database; a wish for encryption before it is declined, as without a certificate. */
async function readStartUp(socket: Socket, reader: Reader): Promise<Buffer> {
  for (;;) {
    const head = await reader.read(8);
    const code = head.readInt32BE(4);
    const length = head.readInt32BE(0);
    if (code === protocolVersion && length > head.length && length <= packetBytesMax)
      return Buffer.concat([head, await reader.read(length - head.length)]);
    if (code !== sslRequest && code !== gssRequest) throw new NotSignedInError();
    socket.write('N');
  }
}

/** PasswordMessage: the letter p, the length, the password and a zero. */
async function readPassword(reader: Reader): Promise<string> {
  const head = await reader.read(5);
  const length = head.readInt32BE(1) - 4;
  if (head[0] !== 'p'.charCodeAt(0) || length < 1 || length > packetBytesMax) throw new NotSignedInError();
  return (await reader.read(length)).toString('utf8', 0, length - 1);
}

function samePassword(given: string, wanted: string): boolean {
  return sameBytes(hashToken(given), hashToken(wanted));
}

interface Reader {
  /** The next bytes, as soon as there are so many. */
  read(length: number): Promise<Buffer>;
  /** Leaves the socket alone; answers what came after the bytes that were read. */
  close(): Buffer;
}

function openReader(socket: Socket): Reader {
  let bytes = Buffer.alloc(0);
  let wanted: (PromiseWithResolvers<Buffer> & { length: number }) | undefined;
  let isOver = false;

  function give(): void {
    if (!wanted) return;
    if (bytes.length >= wanted.length) {
      wanted.resolve(bytes.subarray(0, wanted.length));
      bytes = bytes.subarray(wanted.length);
      wanted = undefined;
    } else if (isOver) wanted.reject(new NotSignedInError());
  }
  function take(chunk: Buffer): void {
    bytes = Buffer.concat([bytes, chunk]);
    // More than anybody says before it is let in.
    if (bytes.length > 2 * packetBytesMax) socket.destroy();
    give();
  }
  function end(): void {
    isOver = true;
    give();
  }

  socket.on('data', take).on('end', end).on('close', end);
  return {
    read(length) {
      wanted = { ...Promise.withResolvers<Buffer>(), length };
      const { promise } = wanted;
      give();
      return promise;
    },
    close() {
      socket.pause().off('data', take).off('end', end).off('close', end);
      return bytes;
    },
  };
}

/** AuthenticationCleartextPassword. */
const authenticationRequest = message('R', Buffer.from([0, 0, 0, 3]));

/** ErrorResponse: severity, SQLSTATE and words. */
function fatal(code: string, words: string): Buffer {
  return message('E', Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${words}\0\0`));
}

function message(letter: string, body: Buffer): Buffer {
  const head = Buffer.from(`${letter}\0\0\0\0`);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
