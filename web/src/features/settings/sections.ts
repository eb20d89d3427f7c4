import type { Screen } from '@escuta/contract/access-policy';
import type { AnyRoute } from '@tanstack/react-router';
import type { Icon } from '@tabler/icons-react';

/** A part of the settings: any page below `/settings/` whose route says what it is about (`staticData.settingsText`). */
export interface SettingsSection {
  readonly path: string;
  readonly titleKey: string;
  readonly textKey: string;
  readonly icon: Icon | undefined;
}

type Page = Pick<AnyRoute, 'fullPath' | 'options'>;
/** Whether a page opens for whoever looks. */
type IsOpen = (page: { fullPath: string; staticData: { screen?: Screen } }) => boolean;

/** The sections among the pages of the application that open for whoever looks. */
export function sectionsAmong(pages: readonly Page[], isOpen: IsOpen): SettingsSection[] {
  return pages.flatMap(({ fullPath, options: { staticData = {} } }) => {
    const { settingsText, titleKey, icon } = staticData;
    if (!settingsText || !titleKey || !isOpen({ fullPath, staticData })) return [];
    return [{ path: fullPath, titleKey, textKey: settingsText, icon }];
  });
}
