/** The fixed sentences of the assistant, which do not come from the model. */
export const PHRASES = {
  assistantFailed:
    "I am sorry, something is wrong on my side. Please say your name, your number and your message, and the team will call you back.",
  thanks: "Thank you. I will pass it on. Goodbye.",
  nobodyAvailable:
    "I cannot reach anybody right now. Please say your name and your message, and the team will call you back.",
  connecting: "I am connecting you now. One moment, please.",
  almostOver: "We have about a minute left. What else can I note for you?",
  tooLong: "I have to end the call here. Please call again, or send us a text. Goodbye.",
  enough: "I have to end the call here. The team will look at what you told me. Goodbye.",
  stillThere: "Are you still there?",
  silenceGoodbye: "I cannot hear you any more. Goodbye.",
  notHeard: "I did not hear anything. Goodbye.",
  repeatPlease: "I did not catch that. Could you say it again?",
} as const;
