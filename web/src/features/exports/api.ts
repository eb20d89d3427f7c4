import { cancelExport, downloadExport, getExport, listAllExports, listExports } from '@escuta/contract/exports';
import type { Export } from '@escuta/contract/exports';
import type { ExportFileId } from '@escuta/contract/ids';
import { keepPreviousData, useMutation } from '@tanstack/react-query';
import { exportsPollMs } from '#web/features/exports/exports-polling.ts';
import { saveAnswer } from '#web/lib/attached-file.ts';
import { ask } from '#web/lib/call.ts';
import { routeQuery, useRouteMutation } from '#web/lib/route-query.ts';
import { pageOf } from '#web/ui/list/list-search.ts';

/** One page of exports, asked again while any of them is at work: of the unit, or of all companies for internal staff. */
export function exportsQuery({ admin, ...search }: { page?: number | undefined; admin?: boolean | undefined } = {}) {
  const input = { query: pageOf(search) };
  return admin ? routeQuery(listAllExports, input, following) : routeQuery(listExports, input, following);
}

const following = {
  staleTime: 0,
  placeholderData: keepPreviousData,
  refetchInterval: ({ state }: { state: { data?: { data: readonly Export[] } | undefined } }) =>
    exportsPollMs(state.data?.data ?? []),
} as const;

/** One export, asked again while it is at work. */
export function exportQuery(id: string) {
  return routeQuery(
    getExport,
    { params: { id } },
    { refetchInterval: ({ state }) => (state.data ? exportsPollMs([state.data]) : false) },
  );
}

/** Saves the file of an export on this computer. */
export function useDownloadExport() {
  return useMutation({
    mutationFn: async ({ file, format }: { file: ExportFileId } & Pick<Export, 'format'>) => {
      const response = await ask(downloadExport, { params: { id: file } });
      await saveAnswer(response, `export.${format}`);
    },
  });
}

/** Cancels an export that the user has started. */
export function useCancelExport() {
  return useRouteMutation(cancelExport, { invalidates: [listExports, listAllExports, getExport] });
}
