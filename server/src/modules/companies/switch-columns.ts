import { eachSwitch, switchesByLocation } from '@escuta/contract/access-policy';
import type { Feature } from '@escuta/contract/access-policy';

/** The switches that are columns of `business_units`. */
export const unitFeatures = [...switchesByLocation.unit, ...switchesByLocation.cf_attributes];
/** The switches that are columns of `companies`. */
export const companyFeatures = switchesByLocation.general_attributes;

/** The columns that are not called what their switches are: renamed, they would stop the processes of the release before. */
const otherNames = {
  cf_surveys: 'surveys_enabled',
  cf_ai: 'ai_enabled',
} as const satisfies Partial<Record<Feature, string>>;

type SwitchColumn<F extends Feature> = F extends keyof typeof otherNames ? (typeof otherNames)[F] : F;

/** The column of a switch. */
export function switchColumn<F extends Feature>(feature: F): SwitchColumn<F> {
  const names: Partial<Record<Feature, string>> = otherNames;
  return (names[feature] ?? feature) as SwitchColumn<F>;
}

/** What a row of a unit, or of a company, has switched on. A switch without a column does not compile. */
export function readSwitches<F extends Feature>(
  features: readonly F[],
  row: Readonly<Record<SwitchColumn<F>, boolean>>,
): Record<F, boolean> {
  return eachSwitch(features, (feature) => row[switchColumn(feature)]);
}
