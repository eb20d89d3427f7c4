import { createSurvey, getSurveyDraft, listSurveys, publishSurvey, saveSurveyDraft } from '@escuta/contract/surveys';
import type { SurveyDefinition, SurveyDraft } from '@escuta/contract/surveys';
import type { Input } from '@escuta/contract/route';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/call.ts';

export const surveysPageSize = 20;

type SurveysFilter = Omit<Input<typeof listSurveys.definition.query>, 'limit'>;
type SurveyForm = Input<typeof createSurvey.definition.body>;

/** One page of surveys; the page before stays on the screen until the next has come. */
export function surveysQuery(filter: SurveysFilter) {
  return queryOptions({
    queryKey: ['surveys', 'list', filter],
    queryFn: ({ signal }) => call(listSurveys, { query: { limit: surveysPageSize, ...filter }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The texts of a survey as they are being edited. Always read anew on opening: who edits must not begin from an old copy. */
export function surveyDraftQuery(id: string) {
  return queryOptions({
    queryKey: ['surveys', 'draft', id],
    queryFn: ({ signal }) => call(getSurveyDraft, { params: { id }, signal }),
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** Creates a survey from a template. */
export function useCreateSurvey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (form: SurveyForm) => call(createSurvey, { body: form }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['surveys', 'list'] }),
  });
}

/** Saves the texts of a survey over the revision that the caller has read; gives the draft as it is then. */
export function useSaveDraft(id: string) {
  const queryClient = useQueryClient();
  return async (draft: { title: string; definition: SurveyDefinition; revision: number }): Promise<SurveyDraft> => {
    const saved = await call(saveSurveyDraft, { params: { id }, body: draft });
    queryClient.setQueryData(surveyDraftQuery(id).queryKey, saved);
    await queryClient.invalidateQueries({ queryKey: ['surveys', 'list'] });
    return saved;
  };
}

/** Publishes the revision that the caller has read as the survey's next version. */
export function usePublishSurvey(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (revision: number) => call(publishSurvey, { params: { id }, body: { revision } }),
    onSuccess: async (survey) => {
      queryClient.setQueryData(surveyDraftQuery(id).queryKey, (draft) => draft && { ...draft, survey });
      await queryClient.invalidateQueries({ queryKey: ['surveys', 'list'] });
    },
  });
}
