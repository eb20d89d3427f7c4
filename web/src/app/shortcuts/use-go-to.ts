import { goTo } from '#web/app/shortcuts/shortcut-keys.ts';
import { useMenu } from '#web/app/use-menu.ts';

/** Where 'g' and a letter lead the user: to what they find in the menu, enabled or disabled as it is there. */
export function useGoTo() {
  const { main } = useMenu();
  return goTo.flatMap(({ key, screen }) => {
    const entry = main.find((each) => each.screen === screen);
    return entry ? [{ key, screen, isEnabled: entry.isEnabled }] : [];
  });
}
