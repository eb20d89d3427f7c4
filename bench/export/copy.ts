import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import pg from 'pg';
import words from '../../server/src/modules/responses/locales/pt.json' with { type: 'json' };
import type { Unit } from '../contacts/seed.ts';

// The peer: one COPY of the same rows in the same columns, words and order, joined and formatted by PostgreSQL. It runs as the owner
// of the database, without row-level security; it masks nothing, makes no cell safe for a spreadsheet and keeps no checkpoint.

const pieceBytes = 65_536;

/** Copies the responses of a unit to a file, which is on the disk when it ends. Answers how many rows it has. */
export async function copyResponses(url: string, path: string, unit: Unit): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const file = createWriteStream(path, { flush: true });
  try {
    const copy = new CopyOut(copyOf(unit), (bytes) => file.write(bytes));
    client.query(copy);
    await once(copy, 'end');
    file.end(copy.rest());
    await finished(file);
    return copy.rows;
  } finally {
    await client.end();
  }
}

/** A COPY … TO STDOUT, of which the driver tells one message for each row. */
class CopyOut extends pg.Query {
  rows = 0;
  private pieces: Buffer[] = [];
  private bytes = 0;
  private readonly write: (bytes: Buffer) => void;

  constructor(statement: string, write: (bytes: Buffer) => void) {
    super(statement);
    this.write = write;
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.rows += 1;
    this.pieces.push(chunk);
    this.bytes += chunk.length;
    if (this.bytes >= pieceBytes) this.write(this.rest());
  }

  /** What is not written yet. */
  rest(): Buffer {
    const bytes = Buffer.concat(this.pieces);
    this.pieces = [];
    this.bytes = 0;
    return bytes;
  }
}

function copyOf({ companyId, businessUnitId }: Unit): string {
  const group = Object.entries(words.groups).map(
    ([metric, labels]) => `WHEN r.metric = ${quoted(metric)} THEN ${inWords('r.score_group', labels)}`,
  );
  return `COPY (
    SELECT to_char(r.answered_at AT TIME ZONE 'America/Sao_Paulo', 'YYYY-MM-DD HH24:MI:SS'), v.title, upper(r.metric), r.score,
      CASE ${group.join(' ')} END, r.comment, ${inWords('r.channel', words.channels)}, ${inWords('r.origin', words.origins)},
      ${inWords('r.language', words.languages)}, c.name, c.email, c.tel
    FROM responses r
    JOIN survey_versions v ON v.company_id = r.company_id AND v.id = r.survey_version_id
    LEFT JOIN contacts c ON c.company_id = r.company_id AND c.id = r.contact_id
    WHERE r.company_id = ${quoted(companyId)} AND r.business_unit_id = ${quoted(businessUnitId)} AND NOT r.is_test
      AND r.excluded_reason IS NULL AND (r.score IS NOT NULL OR r.comment IS NOT NULL)
    ORDER BY r.answered_at DESC, r.id DESC
  ) TO STDOUT (FORMAT csv, DELIMITER ';')`;
}

function inWords(column: string, labels: Readonly<Record<string, string>>): string {
  const each = Object.entries(labels).map(([code, label]) => `WHEN ${quoted(code)} THEN ${quoted(label)}`);
  return `CASE ${column} ${each.join(' ')} END`;
}

function quoted(text: string): string {
  return pg.escapeLiteral(text);
}
