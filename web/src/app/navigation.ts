import type { Screen } from '@escuta/contract/permissions';
import { IconAddressBook, IconFileImport, IconLayoutDashboard, IconMessageStar, IconSend } from '@tabler/icons-react';

interface Destination {
  readonly screen: Screen;
  readonly to: string;
  readonly label: `menu.${string}`;
  readonly icon: typeof IconSend;
  /** Carries a tag that marks it as new (MENU-05). */
  readonly isNew?: boolean;
}

/** The sidebar, in the order of the specification (MENU-11). An area without a screen is not here yet. */
export const mainMenu: readonly Destination[] = [
  { screen: 'cf-dashboard', to: '/cf-dashboard', label: 'menu.dashboard', icon: IconLayoutDashboard },
  { screen: 'contatos', to: '/contatos', label: 'menu.contacts', icon: IconAddressBook },
  { screen: 'customer-feedback', to: '/customer-feedback', label: 'menu.surveys', icon: IconMessageStar, isNew: true },
];

/** The secondary bar 'Mais' (MENU-16). */
export const moreMenu: readonly Destination[] = [
  { screen: 'queues', to: '/queues', label: 'menu.queues', icon: IconSend },
  { screen: 'imports', to: '/imports', label: 'menu.imports', icon: IconFileImport },
];

export type { Destination };
