import { hasHelp, isNewOn, menuOf } from '@escuta/contract/access-policy';
import type { MenuEntry } from '@escuta/contract/access-policy';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { businessesQuery, companyQuery, meQuery, selectedBusiness, switchesOf } from '#web/lib/me.ts';
import { currentUnit, onUnitChosen } from '#web/lib/unit.ts';
import { useToday } from '#web/lib/use-today.ts';

/** An entry as the sidebar draws it. */
export interface DrawnEntry extends MenuEntry {
  readonly isNew: boolean;
}

/** What the user finds in the menu. Nothing of it is enabled before the unit and its company have come (MENU-17). */
export function useMenu() {
  const { data: user } = useSuspenseQuery(meQuery);
  const { data: company } = useQuery(companyQuery);
  const { data: businesses } = useQuery(businessesQuery);
  const chosen = useSyncExternalStore(onUnitChosen, currentUnit);
  const business = businesses && selectedBusiness(businesses.data, chosen);
  const today = useToday(business?.timezone ?? 'UTC');
  const switches = company && business && switchesOf(company, business);
  const drawn = (menu: 'main' | 'more'): DrawnEntry[] =>
    menuOf(user, menu, switches).map((entry) => ({ ...entry, isNew: isNewOn(entry.screen, today) }));
  return { main: drawn('main'), more: drawn('more'), hasHelp: hasHelp(user.role), isLoaded: switches !== undefined };
}
