import type { ErrorCode, Input, Route, RouteDefinition } from '@escuta/contract/route';
import { useRef, useState } from 'react';
import type { ChangeEvent, FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { afterPress } from '#web/lib/after-press.ts';
import { CallError } from '#web/lib/call.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useOneAtATime } from '#web/lib/one-at-a-time.ts';
import { useErrorText } from '#web/ui/error-text.ts';
import { focusFirstInvalid } from '#web/ui/focus-first-invalid.ts';

type Field<Values> = Extract<keyof Values, string>;
type FieldOf<Values, Kind> = { [F in Field<Values>]: Values[F] extends Kind ? F : never }[Field<Values>];
type Problems<Values> = Partial<Record<Field<Values>, string>>;

interface RouteFormOptions<D extends RouteDefinition, Values> {
  /** The fields as the screen has them; each that the contract checks has its name there. */
  readonly initialValues: Values;
  /** The screen's shape turned into the contract's. */
  readonly toBody: (values: Values) => Input<D['body']>;
  /** The sentence for a field that the contract refuses, where a general one will not do. */
  readonly sentences?: { readonly [F in Field<Values>]?: (typed: Values[F]) => string | undefined };
  /** What the contract cannot say: problems of fields together. */
  readonly check?: (values: Values) => Problems<Values>;
  /** Fields that are judged before all others: while one of them is wrong, sending speaks of no other. */
  readonly judgedFirst?: (name: Field<Values>) => boolean;
  /** Refusals of the server that belong to a field. */
  readonly refusals?: { readonly [Code in ErrorCode<D>]?: (params: CallError['params']) => Problems<Values> };
  /** Any other failure in words; the general ones without this. */
  readonly failureText?: (error: unknown) => string;
  /** The field that takes the focus after such a failure. */
  readonly focusAfterFailure?: Field<Values>;
  /** Sends the form. Gives in words why that failed without an error, if it did. */
  readonly submit: (body: Input<D['body']>) => Promise<string | void>;
}

/**
 * The form of a route. Fields are checked by the contract's schema when they are left and when the form is sent; refusals of
 * the server stand at their fields, any other failure in `failure`; the first field that is wrong takes the focus. A form may be
 * drawn before its route is here: until then nothing is checked, and it is not complete.
 */
export function useRouteForm<D extends RouteDefinition, Values extends Record<string, string | boolean>>(
  route: Route<D> | undefined,
  options: RouteFormOptions<D, Values>,
) {
  const [element, setElement] = useState<HTMLFormElement | null>(null);
  const [savedValues, setSavedValues] = useState(options.initialValues);
  const [values, setValues] = useState(options.initialValues);
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const errorText = useErrorText();
  const find = useProblems(route, options);
  const { setProblems, noteSend, binding } = useFieldProblems(route !== undefined, () => find(values));
  const isComplete = route !== undefined && Object.keys(find(values)).length === 0;

  const showProblems = (found: Problems<Values>) => {
    setFailure(undefined);
    setProblems(found);
    focusFirstInvalid(found, (name) => inputIn(element, name));
  };
  const fail = (text: string | void) => {
    setFailure(text ?? undefined);
    // The button that was pressed cannot keep the focus while it works.
    if (text && options.focusAfterFailure) inputIn(element, options.focusAfterFailure)?.focus();
  };
  const send = useOneAtATime(async () => {
    setBusy(true);
    try {
      const failed = await options.submit(options.toBody(values));
      if (!failed) setSavedValues(values);
      fail(failed);
    } catch (error) {
      const found = problemsIn(error, options);
      if (found) showProblems(found);
      else fail((options.failureText ?? errorText)(error));
    }
    setBusy(false);
  });
  const set = (part: Partial<Values>) => {
    setValues((before) => ({ ...before, ...part }));
    // What is being mended is not blamed.
    setFailure(undefined);
    setProblems((before) => ({ ...before, ...Object.fromEntries(Object.keys(part).map((name) => [name, undefined])) }));
  };
  const change = (name: Field<Values>, value: string | boolean) => set({ [name]: value } as Partial<Values>);

  return {
    attach: setElement,
    values,
    failure,
    isBusy,
    isComplete,
    /** Whether something differs from what the form began with, or sent last. */
    isDirty: Object.keys(values).some((name) => values[name] !== savedValues[name]),
    set,
    /** The fields that are wrong as they stand, whether that is shown yet or not. */
    wrong: () => Object.keys(find(values)) as Field<Values>[],
    /** What is shown to be wrong with a field. */
    problem: (name: Field<Values>) => binding(name).error,
    ...boundInputs(values, binding, change),
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      noteSend();
      if (isComplete) void send();
      else showProblems(firstOf(find(values), options.judgedFirst));
    },
  };
}

/** How inputs are bound to the fields of a form. */
function boundInputs<Values extends Record<string, string | boolean>, Binding>(
  values: Values,
  binding: (name: Field<Values>) => Binding,
  change: (name: Field<Values>, value: string | boolean) => void,
) {
  return {
    /** What binds a text input, a text area or a choice to a field; `asTyped` may mend what is typed. */
    field: (name: FieldOf<Values, string>, asTyped = (typed: string) => typed) => ({
      ...binding(name),
      value: values[name] as string,
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) =>
        change(name, asTyped(event.currentTarget.value)),
    }),
    /** What binds a box to tick to a field. */
    box: (name: FieldOf<Values, boolean>) => ({
      ...binding(name),
      checked: values[name] as boolean,
      onChange: (event: ChangeEvent<HTMLInputElement>) => change(name, event.currentTarget.checked),
    }),
  };
}

/**
 * What is wrong with which field. A field is checked when it is left; where that is by a press on the button that sends, sending
 * checks them all. What was left before fields could be checked is checked as soon as they can.
 */
function useFieldProblems<Values>(canCheck: boolean, find: () => Problems<Values>) {
  const [problems, setProblems] = useState<Problems<Values>>({});
  const [leftEarly, setLeftEarly] = useState<readonly Field<Values>[]>([]);
  const sends = useRef(0);
  if (canCheck && leftEarly.length > 0) {
    const found = find();
    setLeftEarly([]);
    setProblems((known) => ({ ...known, ...Object.fromEntries(leftEarly.map((name) => [name, found[name]])) }));
  }
  const checkAfterPress = (name: Field<Values>) => {
    const before = sends.current;
    afterPress(() => {
      if (sends.current !== before) return;
      if (canCheck) setProblems((known) => ({ ...known, [name]: find()[name] }));
      else setLeftEarly((known) => [...known, name]);
    });
  };
  return {
    setProblems,
    noteSend() {
      sends.current += 1;
    },
    binding: (name: Field<Values>) => ({ name, error: problems[name], onBlur: () => checkAfterPress(name) }),
  };
}

/** The problems of the fields that are judged first, as long as there are any; else all of them. */
function firstOf<Values>(
  found: Problems<Values>,
  isFirst: RouteFormOptions<RouteDefinition, Values>['judgedFirst'] = () => false,
): Problems<Values> {
  const first = (Object.keys(found) as Field<Values>[]).filter(isFirst);
  return first.length === 0
    ? found
    : (Object.fromEntries(first.map((name) => [name, found[name]])) as Problems<Values>);
}

/** What takes the focus of a field. The library hides the input that has the name of a choice; `data-field` is at the one seen. */
function inputIn(form: HTMLFormElement | null, name: string): HTMLElement | null {
  return form?.querySelector<HTMLElement>(`[name="${name}"]:not([type="hidden"]), [data-field="${name}"]`) ?? null;
}

/** What a refusal of the server says of fields, if it is one that the form knows. */
function problemsIn<D extends RouteDefinition, Values>(
  error: unknown,
  { refusals }: Pick<RouteFormOptions<D, Values>, 'refusals'>,
): Problems<Values> | undefined {
  return error instanceof CallError ? refusals?.[error.code as ErrorCode<D>]?.(error.params) : undefined;
}

/** Finds what is wrong with the fields, by the route's schema and by the form's own check. */
function useProblems<D extends RouteDefinition, Values extends Record<string, unknown>>(
  route: Route<D> | undefined,
  { toBody, sentences, check }: RouteFormOptions<D, Values>,
) {
  const { t } = useTranslation('ui');
  const general = (issue: z.core.$ZodIssue, typed: unknown) => {
    if (issue.code === 'too_small') return t('form.required');
    if (issue.code !== 'too_big') return t('form.invalid');
    // Spaces at the ends do not count: the contract drops them.
    return t('form.tooLong', {
      max: formatNumber(Number(issue.maximum)),
      length: formatNumber(String(typed).trim().length),
    });
  };
  return (values: Values): Problems<Values> => {
    const found: Problems<Values> = {};
    if (!route) return found;
    const schema = route.definition.body as unknown as z.ZodType;
    for (const issue of schema.safeParse(toBody(values)).error?.issues ?? []) {
      const field = issue.path[0] as Field<Values>;
      if (field in values) found[field] ??= sentences?.[field]?.(values[field]) ?? general(issue, values[field]);
    }
    return { ...found, ...check?.(values) };
  };
}
