import { downloadPersonPackage, getPrivacyRequest, listPrivacyRequests } from '@escuta/contract/privacy-requests';
import type { PersonFileFormat, PrivacyRequestStatus } from '@escuta/contract/privacy-requests';
import { exportProcessingRecord } from '@escuta/contract/processing-record';
import type { WrittenFormat } from '@escuta/contract/file-formats';
import type { PersonFileId, PrivacyRequestId } from '@escuta/contract/ids';
import { keepPreviousData, useMutation } from '@tanstack/react-query';
import { saveAnswer } from '#web/lib/attached-file.ts';
import { ask } from '#web/lib/call.ts';
import { currentLanguage } from '#web/lib/language.ts';
import { routeQuery } from '#web/lib/route-query.ts';
import { pageOf } from '#web/ui/list/list-search.ts';

/** One page of the privacy requests of the company; the page before stays on the screen until the next has come. */
export function requestsQuery({
  status,
  page,
}: {
  page?: number | undefined;
  status?: PrivacyRequestStatus | undefined;
}) {
  const query = { ...pageOf({ page }), ...(status ? { status } : {}) };
  return routeQuery(listPrivacyRequests, { query }, { staleTime: 0, placeholderData: keepPreviousData });
}

const pollMs = 2_000;

/** One request, asked again while something is being collected for it. */
export function requestQuery(id: PrivacyRequestId | undefined) {
  return routeQuery(getPrivacyRequest, id && { params: { id } }, {
    refetchInterval: ({ state }) =>
      state.data?.packages.some(({ status }) => status === 'pending') === true ? pollMs : false,
  });
}

/** Saves one of the files of what was collected about a person on this computer. */
export function useDownloadPackage() {
  return useMutation({
    mutationFn: async ({ id, format }: { id: PersonFileId; format: PersonFileFormat }) => {
      const response = await ask(downloadPersonPackage, { params: { id }, query: { format } });
      await saveAnswer(response, `escuta.${format}`);
    },
  });
}

/** Saves the record of processing of the company on this computer, in the language of the screen. */
export function useExportRecord() {
  return useMutation({
    mutationFn: async (format: WrittenFormat) => {
      const response = await ask(exportProcessingRecord, { query: { format, fileLanguage: currentLanguage() } });
      await saveAnswer(response, `escuta.${format}`);
    },
  });
}
