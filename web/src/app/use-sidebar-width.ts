import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';

/** Below 1100 px a list beside the whole menu has less room than its columns need. */
const tabletQuery = '(max-width: 68.7em)';

/**
 * Whether the menu beside the page is narrow, and how to change it. On a desk the browser remembers it. On a tablet it
 * begins narrow, and what is chosen holds until the page is left.
 */
export function useSidebarWidth(): { readonly isCollapsed: boolean; readonly toggle: () => void } {
  const isTablet = useMediaQuery(tabletQuery, false, { getInitialValueInEffect: false });
  const [isCollapsedOnDesk, setCollapsedOnDesk] = useLocalStorage({
    key: 'sidebar-collapsed',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const [isCollapsedOnTablet, setCollapsedOnTablet] = useState(true);
  return isTablet
    ? { isCollapsed: isCollapsedOnTablet, toggle: () => setCollapsedOnTablet(!isCollapsedOnTablet) }
    : { isCollapsed: isCollapsedOnDesk, toggle: () => setCollapsedOnDesk(!isCollapsedOnDesk) };
}
