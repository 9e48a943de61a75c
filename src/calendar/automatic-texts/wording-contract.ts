/** What an offer says where a client's own value isn't known: "Hi there, it's time for your next visit with us." */
export const OFFER_FALLBACKS: Readonly<Record<string, string>> = {
  firstName: "there",
  service: "visit",
  employee: "us",
  lastVisit: "your last visit",
};

/** Values that fill in the fields of tests and of previews without a client. */
export const SAMPLE_VALUES = {
  firstName: "Alex",
  clientName: "Alex Morgan",
  service: "Cut and Color",
  employee: "Jo",
  date: "Tuesday, November 24",
  time: "2:30 PM",
  lastVisit: "October 3",
  when: "Tuesday, November 24 at 2:30 PM",
  howToChange: "Change or cancel: salon.example/book/1",
  whatChanged:
    "we moved your appointment from Monday, November 23 at 1:00 PM to Tuesday, November 24 at 2:30 PM",
  openTime: "Cut and Color with Jo on Tuesday, November 24 at 2:30 PM",
  howToReply: "Reply YES by 11:15 AM to book it, or NO to pass.",
} as const;
