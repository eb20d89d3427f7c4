import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { AppContext } from '#platform/app-context/app-context.ts';
import { recordAudit } from '#platform/audit/record-audit.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Scope } from '#platform/http/scope.ts';
import { drawPicture } from '#platform/pictures/draw-picture.ts';
import type { GivenPicture } from '#platform/pictures/draw-picture.ts';
import { holdCompany } from './queries.ts';

type Deps = Pick<AppContext, 'database' | 'files' | 'clock'>;

/** Room for a wide logo on screens of twice the pixels. */
const sides = { width: 480, height: 160 };
const nameBytes = 16;
const folder = 'logos/';
const ending = '.png';

/** Keeps the logo of the caller's company, in place of the one before. Answers its address. Refuses LOGO_NOT_VALID. */
export async function keepLogo(context: Deps, scope: Scope, given: GivenPicture): Promise<string> {
  const drawn = await drawPicture(given, (picture) =>
    picture.resize({ ...sides, fit: 'inside', withoutEnlargement: true }).png({ compressionLevel: 9 }),
  );
  if (!drawn) throw refuse('LOGO_NOT_VALID');
  const key = folder + randomBytes(nameBytes).toString('hex') + ending;
  await context.files.write(key, Readable.from([drawn]));
  await replaceLogo(context, scope, key);
  return logoAddress(key);
}

/** Takes the logo of the caller's company away. */
export async function removeLogo(context: Deps, scope: Scope): Promise<void> {
  await replaceLogo(context, scope, null);
}

/** The bytes of a logo, PNG. Refuses NOT_FOUND. */
export async function openLogo({ files }: Pick<Deps, 'files'>, name: string): Promise<Readable> {
  const key = folder + name + ending;
  if ((await files.size(key)) === null) throw refuse('NOT_FOUND');
  return files.read(key);
}

/** Where the logo of a key is asked for. */
export function logoAddress(key: string): string {
  return `/api/${key.slice(0, -ending.length)}`;
}

async function replaceLogo({ database, files, clock }: Deps, scope: Scope, key: string | null): Promise<void> {
  const { companyId } = scope;
  const before = await database.withCompany(companyId, async (tx) => {
    const company = await holdCompany(tx, companyId);
    if (!company) throw refuse('NOT_FOUND');
    if (company.logo_key === null && key === null) return null;
    await tx.updateTable('companies').set({ logo_key: key }).where('id', '=', companyId).execute();
    const target = { type: 'company', id: companyId, label: company.name } as const;
    const facts = { before: { logo: company.logo_key !== null }, after: { logo: key !== null } };
    await recordAudit(tx, scope, { action: 'company.changed', target, ...facts }, clock.now());
    return company.logo_key;
  });
  if (before !== null) await files.remove(before);
}
