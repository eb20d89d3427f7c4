/** The pages with a tutorial of their own: each has its part in the texts `help:tutorial`. */
export const tutorialKeys = ['insights', 'ticketing', 'answers'] as const;
export type TutorialKey = (typeof tutorialKeys)[number];

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The tutorial that the top bar offers on the page (TOPBAR-02). */
    tutorialKey?: TutorialKey;
  }
}
