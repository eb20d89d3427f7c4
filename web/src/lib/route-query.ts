import type { Output, Route, RouteDefinition } from '@escuta/contract/route';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { QueryClient, QueryKey, UndefinedInitialDataOptions, UseMutationOptions } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { call } from '#web/lib/call.ts';
import type { Given } from '#web/lib/call.ts';
import { currentUnit } from '#web/lib/unit.ts';

type Answer<D extends RouteDefinition> = Output<D['answer']>;
/** What a route is asked with: params, query and body, as far as it has them. */
export type RouteInput<D extends RouteDefinition> = Pick<
  Given<D>,
  Extract<keyof Given<D>, 'params' | 'query' | 'body'>
>;

interface RouteQueryOptions<D extends RouteDefinition> extends Omit<
  UndefinedInitialDataOptions<Answer<D>>,
  'queryKey' | 'queryFn'
> {
  /** Tells this use of an answer from others that must not share what is cached. */
  readonly apartBy?: string;
  /** Told of each answer before it is shown. */
  readonly onAnswer?: (answer: Answer<D>, context: { client: QueryClient; queryKey: QueryKey }) => void;
}

/**
 * The query of a route: `useQuery(routeQuery(listContacts, { query: { page: 2 } }, { staleTime: 0 }))`. Key and request name the
 * unit that the tab is in when this is called, so an answer never lands under another unit. Without an input it is not asked.
 */
export function routeQuery<D extends RouteDefinition>(
  route: Route<D>,
  input: RouteInput<D> | undefined,
  { apartBy, onAnswer, ...options }: RouteQueryOptions<D> = {},
) {
  const unit = currentUnit();
  return queryOptions<Answer<D>>({
    ...(input ? {} : { enabled: false }),
    ...options,
    queryKey: [...keyOf(route, unit), input ?? null, ...(apartBy ? [apartBy] : [])],
    queryFn: async ({ signal, client, queryKey }) => {
      const answer = await call(route, { ...(input as Given<D>), signal, unit, isAct: false });
      onAnswer?.(answer, { client, queryKey });
      return answer;
    },
  });
}

interface RouteMutationOptions<D extends RouteDefinition> extends Omit<
  UseMutationOptions<Answer<D>, Error, Given<D>>,
  'mutationFn'
> {
  /** The routes whose answers are old after this one, whatever they were asked with. */
  readonly invalidates?: readonly Route[];
}

/**
 * The mutation of a route: `useRouteMutation(createContact, { invalidates: [listContacts] }).mutateAsync({ body })`. It belongs
 * to the unit of the screen that it was called from. What it invalidates is asked for again while the screen goes on.
 *
 * `mutate` does nothing while the call before it is under way: the second press of a button comes before the button can show
 * that it was pressed. Calls of one `scope` wait for each other instead.
 */
export function useRouteMutation<D extends RouteDefinition>(
  route: Route<D>,
  { invalidates = [], onSuccess, ...options }: RouteMutationOptions<D> = {},
) {
  const client = useQueryClient();
  const unit = currentUnit();
  const isUnderWay = useRef(false);
  const mutation = useMutation<Answer<D>, Error, Given<D>>({
    ...options,
    mutationFn: (given) =>
      call(route, { ...given, unit }).finally(() => {
        isUnderWay.current = false;
      }),
    onSuccess: async (...success) => {
      for (const each of invalidates) void client.invalidateQueries({ queryKey: keyOf(each, unit) });
      await onSuccess?.(...success);
    },
  });
  const mutate: typeof mutation.mutate = (...given) => {
    if (isUnderWay.current && !options.scope) return;
    isUnderWay.current = true;
    mutation.mutate(...given);
  };
  return { ...mutation, mutate };
}

/** Asks for the answers of routes again where they are shown, in the unit of the screen: for what nobody here has changed. */
export function useInvalidate(): (routes: readonly Route[]) => void {
  const client = useQueryClient();
  const unit = currentUnit();
  return useCallback(
    (routes) => {
      for (const each of routes) void client.invalidateQueries({ queryKey: keyOf(each, unit) });
    },
    [client, unit],
  );
}

/** What the keys of all queries of a route begin with, in a unit. */
function keyOf({ method, path }: Route, unit: string | null): QueryKey {
  return [unit, `${method} ${path}`];
}
