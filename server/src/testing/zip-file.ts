import { crc32, deflateRawSync } from 'node:zlib';

/** A real zip file of some entries, as spreadsheet programs write it (APPNOTE 6.3: local headers, directory, end). */
export function zipFile(entries: Readonly<Record<string, string | Buffer>>): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, written] of Object.entries(entries)) {
    const content = typeof written === 'string' ? Buffer.from(written) : written;
    // A document that says first what it is says so unpacked (OpenDocument 1.2, part 3).
    const isPacked = name !== 'mimetype';
    const packed = isPacked ? deflateRawSync(content) : content;
    // Version, flags, method, time and date, then the facts of the entry.
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(isPacked ? 8 : 0, 4);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(content.length, 18);
    facts.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, rest, Buffer.from(name));
    locals.push(local);
    offset += local.length;
  }
  const entriesOfDirectory = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  // Of more, ZIP64 would say how many; readers walk the directory by its size.
  const count = Math.min(Object.keys(entries).length, 0xffff);
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(entriesOfDirectory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, entriesOfDirectory, Buffer.from('PK\x05\x06', 'latin1'), end]);
}
