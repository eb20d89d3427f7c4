import {
  cancelImport,
  chooseUploadLayout,
  downloadImportErrors,
  getImport,
  getRehearsal,
  listAllImports,
  listImports,
  undoImport,
  uploadAnswersFile,
  uploadContactsFile,
} from '@escuta/contract/imports';
import type { SurveyId } from '@escuta/contract/ids';
import type { Import, ImportPreview } from '@escuta/contract/imports';
import { listSurveys } from '@escuta/contract/surveys';
import { keepPreviousData, useMutation } from '@tanstack/react-query';
import { saveAnswer } from '#web/lib/attached-file.ts';
import { importPollMs, importsPollMs } from '#web/features/imports/imports-polling.ts';
import { ask } from '#web/lib/call.ts';
import { currentLanguage } from '#web/lib/language.ts';
import { routeQuery, useRouteMutation } from '#web/lib/route-query.ts';
import { pageOf } from '#web/ui/list/list-search.ts';

/** One page of imports, asked again while any of them is at work; the page before stays until the next has come. */
export function importsQuery(search: { page?: number | undefined } = {}) {
  return routeQuery(
    listImports,
    { query: pageOf(search) },
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => importsPollMs(state.data?.data ?? []),
    },
  );
}

/** As many as one looks through at a glance: who comes back looks for the one that they have just started. */
const recentMax = 5;

/** The last imports: where the list is not open to a role, those that the person has started. */
export function recentImportsQuery() {
  return routeQuery(
    listImports,
    { query: { limit: recentMax } },
    { refetchInterval: ({ state }) => importsPollMs(state.data?.data ?? []) },
  );
}

/** One page of the imports of all companies, which internal staff see; asked again as the list of a unit is. */
export function allImportsQuery(search: { page?: number | undefined; search?: string | undefined }) {
  return routeQuery(
    listAllImports,
    { query: pageOf(search) },
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => importsPollMs(state.data?.data ?? []),
    },
  );
}

/** One import, asked again while it is at work: often at first, since most are done within seconds. */
export function importQuery(id: string) {
  return routeQuery(
    getImport,
    { params: { id } },
    { refetchInterval: ({ state }) => (state.data ? importPollMs(state.data, state.dataUpdateCount) : false) },
  );
}

/** What an import of a file would do, asked again until that is known; `rehearsalId` tells one time of asking from another. */
export function rehearsalQuery(uploadId: string, rehearsalId: string | undefined) {
  return routeQuery(getRehearsal, rehearsalId === undefined ? undefined : { params: { id: uploadId } }, {
    ...(rehearsalId === undefined ? {} : { apartBy: rehearsalId }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.status === 'pending' || data?.status === 'running'
        ? importPollMs({ status: data.status }, dataUpdateCount)
        : false,
  });
}

interface Upload {
  readonly file: File;
  readonly signal: AbortSignal;
  /** Told how much of the file has left, from 0 to 1. */
  readonly onSent: (share: number) => void;
}

/** Uploads a file and answers what the server found in it. */
export type UploadFile = (upload: Upload) => Promise<ImportPreview>;

/** Uploads a file of contacts. */
export function useUploadContacts(): UploadFile {
  const { mutateAsync } = useRouteMutation(uploadContactsFile);
  return ({ file, ...given }) => mutateAsync({ form: formOf(file), ...given });
}

/** Uploads a file of answers to a survey, which is chosen by then. */
export function useUploadAnswers(surveyId: SurveyId | undefined): UploadFile {
  const { mutateAsync } = useRouteMutation(uploadAnswersFile);
  return ({ file, ...given }) => {
    if (surveyId === undefined) throw new Error('answers are of a survey');
    return mutateAsync({ params: { id: surveyId }, form: formOf(file), ...given });
  };
}

function formOf(file: File): FormData {
  const form = new FormData();
  form.append('file', file);
  return form;
}

/** As many surveys as one page of the server holds: nobody chooses among more by their titles. */
const surveysMax = 100;

/** The surveys of the unit, whatever their status: answers of long ago are of surveys that ask nobody any more, too. */
export function answeredSurveysQuery() {
  return routeQuery(listSurveys, { query: { limit: surveysMax } });
}

/** Has an uploaded file read in another way. One after the other, so that the last choice is the one that stays. */
export function useChooseLayout(uploadId: string) {
  return useRouteMutation(chooseUploadLayout, { scope: { id: `layout of ${uploadId}` } });
}

/** Stops an import. */
export function useCancelImport() {
  return useRouteMutation(cancelImport, { invalidates: [listImports, getImport] });
}

/** Has an import undone. */
export function useUndoImport() {
  return useRouteMutation(undoImport, { invalidates: [listImports, getImport] });
}

/** Saves the rows that an import refused, with their reasons, on this computer. */
export function useDownloadErrors() {
  return useMutation({
    mutationFn: async ({ _id, file_name }: Pick<Import, '_id' | 'file_name'>) => {
      const given = { params: { id: _id }, query: { language: currentLanguage() } };
      const response = await ask(downloadImportErrors, given);
      await saveAnswer(response, file_name);
    },
  });
}
