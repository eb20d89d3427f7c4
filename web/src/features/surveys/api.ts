import { isSensitive } from '@escuta/contract/questions/index';
import {
  getSurveyDraft,
  listSurveys,
  listSurveyTemplates,
  publishSurvey,
  saveSurveyDraft,
} from '@escuta/contract/surveys';
import type { Language } from '@escuta/contract/primitives';
import type { Survey, SurveyDefinition, SurveyDraft } from '@escuta/contract/surveys';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { routeQuery, useRouteMutation } from '#web/lib/route-query.ts';
import { pageOf } from '#web/ui/list/list-search.ts';

interface SurveysSearch {
  readonly page?: number | undefined;
  readonly search?: string | undefined;
  readonly status?: Survey['status'] | undefined;
}

/** The surveys that an address asks for; the page before stays on the screen until the next has come. */
export function surveysQuery({ status, ...search }: SurveysSearch) {
  return routeQuery(listSurveys, { query: { ...pageOf(search), status } }, { placeholderData: keepPreviousData });
}

/** What a survey can begin with, in a language; the texts of the language before stay until the next have come. */
export function templatesQuery(language: Language) {
  return routeQuery(
    listSurveyTemplates,
    { query: { language } },
    { placeholderData: keepPreviousData, staleTime: 60_000 },
  );
}

/** The texts of a survey as they are being edited. Always read anew on opening: who edits must not begin from an old copy. */
export function surveyDraftQuery(id: string) {
  return routeQuery(getSurveyDraft, { params: { id } }, { apartBy: 'editing', staleTime: Infinity, gcTime: 0 });
}

/** Saves the texts of a survey over the revision that the caller has read; gives the draft as it is then. */
export function useSaveDraft(id: string) {
  const queryClient = useQueryClient();
  const draftKey = surveyDraftQuery(id).queryKey;
  const { mutateAsync } = useRouteMutation(saveSurveyDraft, {
    invalidates: [listSurveys],
    onSuccess: (saved) => queryClient.setQueryData(draftKey, saved),
  });
  return (body: { title: string; definition: SurveyDefinition; revision: number }): Promise<SurveyDraft> =>
    mutateAsync({ params: { id }, body });
}

/** Publishes the revision that the caller has read as the survey's next version. */
export function usePublishSurvey(id: string) {
  const queryClient = useQueryClient();
  const draftKey = surveyDraftQuery(id).queryKey;
  const { mutateAsync } = useRouteMutation(publishSurvey, {
    invalidates: [listSurveys],
    onSuccess: (survey) =>
      queryClient.setQueryData(draftKey, (draft) => {
        const masked = draft?.definition.questions.filter(isSensitive).map(({ key }) => key) ?? [];
        return draft && { ...draft, survey, masked };
      }),
  });
  return (revision: number) => mutateAsync({ params: { id }, body: { revision } });
}
