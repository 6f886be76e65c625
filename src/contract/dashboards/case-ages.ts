/** How long an open case has been there, each up to the next one; a day has 24 hours. */
export const caseAges = {
  under_1_day: "Under 1 day",
  from_1_day: "1–2 days",
  from_2_days: "2–3 days",
  from_3_days: "3–7 days",
  over_7_days: "Over 7 days",
} as const;
/** The age in days at which each begins, the youngest first. */
export const caseAgeDays: Readonly<Record<keyof typeof caseAges, number>> = {
  under_1_day: 0,
  from_1_day: 1,
  from_2_days: 2,
  from_3_days: 3,
  over_7_days: 7,
};
