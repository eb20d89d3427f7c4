import { LRUCache } from 'lru-cache';
import type { CompanyId } from '@escuta/contract/ids';
import type { Language } from '@escuta/contract/primitives';
import type { Database } from '#platform/db/database.ts';

/** A company as its public links know it. */
export interface LinkedCompany {
  readonly companyId: CompanyId;
  readonly name: string;
  readonly language: Language;
  readonly active: boolean;
}

/** A renamed or deactivated company shows so in its public links within this time. */
const keptMs = 60_000;
const companiesMax = 10_000;
const caches = new WeakMap<Database, LRUCache<number, LinkedCompany>>();

/**
 * The company behind the key that its public links carry, or undefined. Kept for a minute, because each respondent asks;
 * a key that no company has is not kept. Opens a transaction of its own: call it outside any other.
 */
export async function findCompanyByLinkKey(database: Database, key: number): Promise<LinkedCompany | undefined> {
  const cache = cacheOf(database);
  const known = cache.get(key);
  if (known) return known;
  const company = await database.withSystem((tx) =>
    tx
      .selectFrom('companies')
      .select(['id as companyId', 'name', 'language', 'active'])
      .where('link_key', '=', key)
      .executeTakeFirst(),
  );
  if (!company) return undefined;
  cache.set(key, company);
  return company;
}

function cacheOf(database: Database): LRUCache<number, LinkedCompany> {
  let cache = caches.get(database);
  if (!cache) {
    cache = new LRUCache({ max: companiesMax, ttl: keptMs });
    caches.set(database, cache);
  }
  return cache;
}
