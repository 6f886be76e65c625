import { expect, it } from "vitest";
import { type Cron, parseCron } from "#contract/schedules/cron.ts";
import { cronInWords } from "#contract/schedules/cron-words.ts";

it.each([
  ["* * * * *", "Every minute"],
  ["*/10 * * * *", "Every 10 minutes"],
  ["30 * * * *", "At minute 30 of every hour"],
  ["5,35 8-10 * * *", "At 08:05, 08:35, 09:05, 09:35, 10:05 and 10:35 every day"],
  ["*/15 8-17 * * 1-5", "Every 15 minutes of the hours from 08:00 to 17:59 from Monday to Friday"],
  ["0 9 * * 1-5", "At 09:00 from Monday to Friday"],
  ["0 9 13 * 5", "At 09:00 on day 13 of the month, or on Fridays"],
  ["0 9 1,15 * *", "At 09:00 on days 1 and 15 of the month"],
  ["0 9 * 3,6 0", "At 09:00 on Sundays in March and June"],
  ["10 */12 * * *", "At 00:10 and 12:10 every day"],
  ["* 3 * * *", "Every minute of the hour 03:00 every day"],
  ["0 9 * * 0-6", "At 09:00 every day"],
])("%s: %s", (text, words) => expect(cronInWords(parseCron(text) as Cron)).toBe(words));
