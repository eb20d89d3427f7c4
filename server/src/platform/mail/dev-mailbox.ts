import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import type { Email } from 'postal-mime';
import { unlessGone } from '#platform/storage/unless-gone.ts';
import type { ReceivedMessage } from './loopback-server.ts';

const FILE = /^(\d{13})-[0-9a-f]{12}\.eml$/;
const HEAD_BYTES = 16 * 1024;
const PAGE_MAX = 200;
const FILES_AT_ONCE = 50;
const ENVELOPE_BYTES = 1024;

/** A line of the mailbox's list. `id` is safe in a path and sorts by time. */
export interface DevMailboxEntry {
  id: string;
  subject: string;
  from: string;
  to: string;
  receivedAt: Date;
  sizeBytes: number;
}

/** A message as its receiver would see it. */
export interface DevMailboxMessage extends DevMailboxEntry {
  html: string | undefined;
  text: string | undefined;
  headers: { name: string; value: string }[];
}

/** Newest first; `next` is the cursor of the following page, absent on the last. */
export interface DevMailboxPage {
  entries: DevMailboxEntry[];
  total: number;
  next?: string;
}

export interface DevMailbox {
  store: (message: ReceivedMessage) => Promise<void>;
  /**
   * `after` is the `next` of the page before; `limit` is at most 200. With `to`, only messages to addresses that hold
   * these characters.
   */
  list: (page: { limit: number; after?: string | undefined; to?: string | undefined }) => Promise<DevMailboxPage>;
  /** The message's bytes; undefined like `read`. */
  raw: (id: string) => Promise<Buffer | undefined>;
  /** Undefined for an id that is unknown, malformed or pruned meanwhile. */
  read: (id: string) => Promise<DevMailboxMessage | undefined>;
  /** Waits for a pruning under way. */
  close: () => Promise<void>;
}

/**
 * Keeps messages as `.eml` files in a folder, the last `keepMax` of them. The folder is the only state, so one
 * process may store while another reads. A file appears whole (written aside, then renamed) but is not synced to
 * disk: this is a development tool. Pruning runs once per tenth of `keepMax`, so the folder may exceed it by as much.
 */
export async function openDevMailbox(folder: string, { keepMax = 20_000 } = {}): Promise<DevMailbox> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const pruneEvery = Math.max(1, Math.floor(keepMax / 10));
  let storedSincePrune = 0;
  let pruning = prune(folder, keepMax);
  await pruning;

  return {
    async store(message) {
      const id = `${String(message.receivedAt.getTime()).padStart(13, '0')}-${randomBytes(6).toString('hex')}`;
      const aside = join(folder, `${id}.part`);
      try {
        await writeFile(aside, [traceFields(message), message.raw], { mode: 0o600 });
        await rename(aside, join(folder, `${id}.eml`));
      } catch (error) {
        await unlessGone(unlink(aside), undefined);
        throw error;
      }
      if (++storedSincePrune < pruneEvery) return;
      storedSincePrune = 0;
      pruning = pruning.then(() => prune(folder, keepMax));
      await pruning;
    },
    async list({ limit, after, to }) {
      const all = await newestFirst(folder);
      const names = to ? await namesTo(folder, all, to.toLowerCase()) : all;
      const start = after === undefined ? 0 : names.findIndex((name) => name < `${after}.eml`);
      const page = start < 0 ? [] : names.slice(start, start + Math.min(limit, PAGE_MAX));
      const entries = await Promise.all(page.map((name) => readEntry(folder, name)));
      const last = page.at(-1);
      const hasMore = last !== undefined && last !== names.at(-1);
      return {
        entries: entries.filter((entry) => entry !== undefined),
        total: names.length,
        ...(hasMore ? { next: idOf(last) } : {}),
      };
    },
    raw: (id) => readRaw(folder, id),
    async read(id) {
      const raw = await readRaw(folder, id);
      if (!raw) return undefined;
      const email = await PostalMime.parse(raw);
      return {
        ...entryOf(id, email, raw.length),
        html: email.html,
        text: email.text,
        headers: email.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
      };
    },
    async close() {
      await pruning;
    },
  };
}

/** The envelope, as a mailbox server writes it on top of what it delivers (RFC 5321 §4.4). */
function traceFields({ from, to }: ReceivedMessage): string {
  const clean = (address: string) => address.replace(/[\r\n<>]/g, '');
  return `Return-Path: <${clean(from)}>\r\n${to.map((address) => `Delivered-To: ${clean(address)}\r\n`).join('')}`;
}

async function newestFirst(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return names.filter((name) => FILE.test(name)).sort((left, right) => (left < right ? 1 : -1));
}

async function readRaw(folder: string, id: string): Promise<Buffer | undefined> {
  return FILE.test(`${id}.eml`) ? unlessGone(readFile(join(folder, `${id}.eml`)), undefined) : undefined;
}

/** Only the envelope on top of each file is read: the whole mailbox is looked through in about a second. */
async function namesTo(folder: string, names: string[], to: string): Promise<string[]> {
  const found: string[] = [];
  for (let start = 0; start < names.length; start += FILES_AT_ONCE) {
    const some = names.slice(start, start + FILES_AT_ONCE);
    const envelopes = await Promise.all(some.map((name) => readEnvelope(folder, name)));
    found.push(...some.filter((_, index) => envelopes[index]?.includes(to)));
  }
  return found;
}

async function readEnvelope(folder: string, name: string): Promise<string> {
  const file = await unlessGone(open(join(folder, name)), undefined);
  if (!file) return '';
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(ENVELOPE_BYTES), 0, ENVELOPE_BYTES, 0);
    const head = buffer.toString('utf8', 0, bytesRead).toLowerCase();
    return [...head.matchAll(/^delivered-to: (.*)\r$/gm)].map((match) => match[1]).join('\n');
  } finally {
    await file.close();
  }
}

async function prune(folder: string, keepMax: number): Promise<void> {
  const old = (await newestFirst(folder)).slice(keepMax);
  // In turn: pruning gives way to storing. Another process may prune the same files, so one may be gone.
  for (const name of old) await unlessGone(unlink(join(folder, name)), undefined);
}

async function readEntry(folder: string, name: string): Promise<DevMailboxEntry | undefined> {
  const file = await unlessGone(open(join(folder, name)), undefined);
  if (!file) return undefined;
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const head = buffer.subarray(0, bytesRead);
    const end = head.indexOf('\r\n\r\n');
    return entryOf(idOf(name), await PostalMime.parse(end < 0 ? head : head.subarray(0, end + 4)), size);
  } finally {
    await file.close();
  }
}

function entryOf(id: string, email: Email, sizeBytes: number): DevMailboxEntry {
  const [to] = email.to ?? [];
  return {
    id,
    subject: email.subject ?? '',
    from: email.from?.address ?? traceOf(email, 'return-path'),
    to: to?.address ?? traceOf(email, 'delivered-to'),
    receivedAt: new Date(Number(id.slice(0, 13))),
    sizeBytes,
  };
}

/** What the envelope said, which need not be an e-mail address: a text message is kept with its numbers. */
function traceOf(email: Email, key: string): string {
  return email.headers.find((header) => header.key === key)?.value.replace(/^<|>$/g, '') ?? '';
}

function idOf(name: string): string {
  return name.slice(0, -'.eml'.length);
}
