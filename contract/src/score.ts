/**
 * The rules of scores that the server, the web and the respondent's page share. No zod here: the page's script
 * carries this file.
 */
export type ScoreGroup = 'promoter' | 'passive' | 'detractor';

/** The group of an NPS answer: 9–10 promoter, 7–8 passive, 0–6 detractor. */
export function scoreGroup(score: number): ScoreGroup {
  if (score >= 9) return 'promoter';
  return score >= 7 ? 'passive' : 'detractor';
}
