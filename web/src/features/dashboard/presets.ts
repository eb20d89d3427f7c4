/** The periods to choose from, as the address names them. Alone, for the first route carries what stands here. */
export const presets = ['7d', '30d', '90d', '12m', 'month', 'last-month', 'custom'] as const;
export type Preset = (typeof presets)[number];

export const defaultPreset: Preset = '30d';
