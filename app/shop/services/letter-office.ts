export interface LetterOffice {
  /**
   * Mails the shop what came in yesterday and what waits, once a day.
   * @param hour in Algeria, before which nothing is mailed
   */
  mailSummary(hour: number): Promise<void>;
}
