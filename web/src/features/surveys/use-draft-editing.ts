import { saveSurveyDraft } from '@escuta/contract/surveys';
import type { Language } from '@escuta/contract/primitives';
import type { SurveyDefinition, SurveyDraft } from '@escuta/contract/surveys';
import { placeOf } from '@escuta/contract/variable-names';
import { nameableIn } from '@escuta/contract/variables';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { surveyDraftQuery, useSaveDraft } from '#web/features/surveys/api.ts';
import { DraftKeeper } from '#web/features/surveys/draft-keeper.ts';
import {
  differences,
  faultsIn,
  lengthsOf,
  problemsOf,
  textAt,
  textsOf,
  withTexts,
} from '#web/features/surveys/survey-texts.ts';
import type { SurveyTexts, TextPath } from '#web/features/surveys/survey-texts.ts';
import { isRefusal } from '#web/lib/call.ts';
import { formatNumber } from '#web/lib/format.ts';
import { currentLanguage } from '#web/lib/language.ts';
import { locales } from '#web/lib/locales.ts';

const pauseMs = 1_000;

/** A text that somebody else's save put aside. */
export interface SetAside {
  readonly path: TextPath;
  readonly text: string;
}

/** The form over a survey's texts, kept a moment after the last key. */
export function useDraftEditing(draft: SurveyDraft) {
  const id = draft.survey._id;
  const queryClient = useQueryClient();
  const keeper = useKeeper(draft);
  const keepState = useSyncExternalStore(keeper.subscribe, () => keeper.state);
  const problemTexts = useProblemTexts(draft.definition);
  const fields = draft.fields.map(({ internal_name }) => internal_name);
  const faultTexts = useFaultTexts(draft.definition.language, fields);
  const [setAside, setSetAside] = useState<readonly SetAside[]>([]);
  const initialValues = textsOf(draft.survey.title, draft.definition);
  const form = useForm<SurveyTexts>({
    initialValues,
    // What was kept with a fault says so from the beginning; it cannot be published.
    initialErrors: faultTexts(faultsIn(initialValues, fields)),
    validateInputOnChange: true,
    validate: (texts) => joined(problemTexts(texts), faultTexts(faultsIn(texts, fields))),
    onValuesChange: (texts) => keeper.type(texts, Object.keys(problemsOf(texts, draft.definition)).length === 0),
  });

  /** Takes over what somebody else saved; what was typed here and is not in it is put aside. Gives how much. */
  const reload = async () => {
    const typed = form.getValues();
    const typedHere = differences(typed, keeper.keptTexts);
    const fresh = await queryClient.fetchQuery({ ...surveyDraftQuery(id), staleTime: 0 });
    const theirs = textsOf(fresh.survey.title, fresh.definition);
    const lost = differences(typed, theirs).filter((path) => typedHere.includes(path));
    setSetAside(lost.map((path) => ({ path, text: textAt(typed, path) })));
    form.setValues(theirs);
    form.clearErrors();
    keeper.restart({ texts: theirs, revision: fresh.revision });
    return lost.length;
  };

  const takeBack = ({ path, text }: SetAside) => {
    form.setFieldValue(path, text);
    setSetAside((before) => before.filter((each) => each.path !== path));
  };

  return { form, keeper, keepState, reload, setAside, takeBack, forgetSetAside: () => setSetAside([]) };
}

function useKeeper(draft: SurveyDraft): DraftKeeper {
  const id = draft.survey._id;
  const queryClient = useQueryClient();
  const save = useSaveDraft(id);
  const [keeper] = useState(
    () =>
      new DraftKeeper({
        kept: { texts: textsOf(draft.survey.title, draft.definition), revision: draft.revision },
        pauseMs,
        save: async ({ texts, revision }) => {
          // What the form does not show is taken from the draft that was read last.
          const read = queryClient.getQueryData(surveyDraftQuery(id).queryKey) ?? draft;
          const definition = withTexts(read.definition, texts);
          return (await save({ title: texts.title, definition, revision })).revision;
        },
        isConflict: (error) => isRefusal(saveSurveyDraft, error, 'DRAFT_CHANGED_ELSEWHERE'),
      }),
  );
  useEffect(() => {
    const retry = () => keeper.retry();
    addEventListener('online', retry);
    return () => {
      removeEventListener('online', retry);
      keeper.stop();
    };
  }, [keeper]);
  return keeper;
}

/** The sentences of both for each field. */
function joined(problems: Record<TextPath, string>, faults: Record<TextPath, string>): Record<TextPath, string> {
  const both = Object.entries(problems).map(([path, problem]) => [
    path,
    [problem, faults[path]].filter(Boolean).join(' '),
  ]);
  return { ...faults, ...Object.fromEntries(both) };
}

function useProblemTexts(definition: SurveyDefinition) {
  const { t } = useTranslation('surveys');
  return (texts: SurveyTexts): Record<TextPath, string> =>
    Object.fromEntries(
      Object.entries(problemsOf(texts, definition)).map(([path, problem]) => [
        path,
        t(`problem.${problem}`, {
          max: formatNumber(lengthsOf(definition, path).max),
          length: formatNumber(textAt(texts, path).trim().length),
        }),
      ]),
    );
}

function useFaultTexts(language: Language, fields: readonly string[]) {
  const { t } = useTranslation('surveys');
  const knownIn = (path: TextPath): string => {
    const known = nameableIn(path, fields);
    const places = known.variables.map((variable) => placeOf(variable, language));
    const named = known.fields.length > 0 ? [...places, t('variable.aField')] : places;
    return new Intl.ListFormat(locales[currentLanguage()], { type: 'disjunction' }).format(named);
  };
  return (faults: ReturnType<typeof faultsIn>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(faults).map(([path, { reason, found }]) => [
        path,
        t(`problem.${reason}`, { found: found[0], known: knownIn(path) }),
      ]),
    );
}
