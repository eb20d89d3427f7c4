import type { Capability, Screen } from '@escuta/contract/access-policy';
import type { Icon } from '@tabler/icons-react';
import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext } from '@tanstack/react-router';

export interface RouterContext {
  readonly queryClient: QueryClient;
  /** Fetches the code of the page at a path; done when its route is known. */
  readonly loadCode: (path: string) => Promise<void>;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The key in `shell` of the page's title, for the top bar and the browser's tab. */
    titleKey?: string;
    /** Fetches what the page needs beside its own code, as texts: somebody is about to open it. */
    prepare?: () => void;
    /** Stands before the title in the menu. */
    icon?: Icon;
    /** The screen that a page belongs to whose address does not begin with it. */
    screen?: Screen;
    /** The entry of the menu that stands marked on a page whose screen has none. */
    menuScreen?: Screen;
    /** What a role must hold to see the page, beside opening its screen. */
    capability?: Capability;
    /**
     * The key, as `settings:section.users`, of what a page below `/settings/` is about: it stands among the sections of the
     * settings then, for whoever may open it.
     */
    settingsText?: string;
    /** Where to go from an address that names a thing of one unit when another unit is chosen: to the list of such things. */
    listPath?:
      | '/contatos'
      | '/contatos/segmentos'
      | '/customer-feedback'
      | '/queues'
      | '/imports'
      | '/exports'
      | '/partners/api'
      | '/partners/webhook'
      | '/admin';
    /** The list of such things, where the address names a thing of the company: it stays when another unit is chosen. */
    companyListPath?: '/settings/units' | '/settings/privacy';
    /** What of its search names a thing of one unit, or a place among its things: left out when another unit is chosen. */
    unitSearch?: readonly string[];
  }
}

/** `refused` is set by a guard that turned somebody away: the shell says so and clears it. */
export const rootRoute = createRootRouteWithContext<RouterContext>()({
  // By hand, as for the login page: schemas come with the pages behind it.
  validateSearch: ({ refused }: Record<string, unknown>): { refused?: boolean | undefined } => ({
    refused: flagOf(refused),
  }),
});

/** A part of an address that says yes or no; anything else counts as not said. */
export function flagOf(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

/** A part of an address that is a text; anything else counts as not said. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
