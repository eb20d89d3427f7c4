import type { AppContext } from '#platform/app-context/app-context.ts';
import type { Scope } from '#platform/http/scope.ts';
import { openRateLimit } from './rate-limit.ts';

/**
 * Counts the files of one kind that people, and their companies, upload, before they are read. What it opens refuses
 * TOO_MANY_REQUESTS.
 */
export function openUploadLimit(
  context: Pick<AppContext, 'config' | 'clock' | 'metrics'>,
): (arrival: { readonly scope: Scope }) => void {
  const perUser = openRateLimit(context, 'upload-user');
  const perCompany = openRateLimit(context, 'upload-company');
  return ({ scope }) => {
    perUser.take(scope.userId);
    perCompany.take(scope.companyId);
  };
}
