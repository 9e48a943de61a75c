import type { ReactNode } from "react";
import { useWatch } from "react-hook-form";
import type { SettingsValues } from "#ui/platform/settings/form-values.ts";

/** Prices and times as stated by Twilio. They change, so the text says "about". */
export function RegistrationSteps() {
  const name = useWatch<SettingsValues, "businessName">({ name: "businessName" });
  const business = name.trim() || "Your Salon";
  return (
    <div className="flex flex-col gap-4 pt-3">
      <p className="dim">
        US carriers only deliver business texts from registered numbers. You register once, in the
        Twilio console. You don't need a technician. There are two ways, so pick one.
      </p>

      <Way
        title="Way 1: a local number (10DLC)"
        about="About $20 once and $2 a month for a small business; 1 to 3 weeks"
      >
        <Step title="Register your business as a brand">
          In the Twilio console: Messaging, Regulatory Compliance, Onboarding. Have your address and
          website ready, and your legal name and EIN exactly as on your IRS letter. Most rejections
          happen because these don't match.
        </Step>
        <Step title="Describe what you text: the campaign">
          Choose <b>Mixed</b> (<b>Low Volume Mixed</b> is right for most salons): you send
          appointment texts, answers and offers. Give two or three samples of real texts, with your
          name and “Reply STOP to opt out”. If you send over 6,000 texts a day, register as a
          standard brand instead, for about $60 once.
        </Step>
        <Step title="Put your number into the Messaging Service">
          The campaign belongs to a Messaging Service. Add your number to its sender pool, then copy
          the service's SID (it starts with MG) into the field above.
        </Step>
        <Step title="No EIN? Register as a sole proprietor">
          You give your own name, address and mobile number and confirm a code. You get one number
          and about 1,000 texts a day to T-Mobile customers. That's enough for one chair, but not
          for large campaigns. About $4 once and $2 a month.
        </Step>
      </Way>

      <Way
        title="Way 2: a toll-free number"
        about="No registration fee; about 3 to 5 business days"
      >
        <Step title="Buy a toll-free number and get it verified">
          In the Twilio console: Phone Numbers, your number, Regulatory Information. The questions
          are similar: who you are, what you text, how clients agreed. It's quicker and works well
          for a single salon in the US or Canada. Clients see a toll-free number instead of a local
          one.
        </Step>
      </Way>

      <div>
        <h4 className="h3">How clients agreed: wording you can use</h4>
        <p className="dim mt-1">
          Every form asks for this. Put it next to an unchecked box on your booking page, or on a
          card at the desk. Then link to a picture of it:
        </p>
        <blockquote className="mt-2 rounded-md bg-sunken p-3">
          “I agree to get appointment texts and offers from {business} at this number. Message
          frequency varies. Message and data rates may apply. Reply STOP to opt out, HELP for help.
          Consent isn't a condition of purchase. Privacy policy and terms: (your links)”
        </blockquote>
      </div>

      <div>
        <h4 className="h3">If you see error 30034</h4>
        <p className="dim mt-1">
          This number isn't in an approved campaign, so the carrier blocked the text. Sending stops
          automatically so you don't pay for more. Finish the steps above, including the third (a
          number outside the Messaging Service counts as unregistered), then press Resume under
          Connections. 30032 is the same for a toll-free number.
        </p>
      </div>
    </div>
  );
}

function Way({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  return (
    <section>
      <h4 className="h3">{title}</h4>
      <p className="sm dim">{about}</p>
      <ol className="mt-2 flex list-decimal flex-col gap-2 pl-5">{children}</ol>
    </section>
  );
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li>
      <span className="h3">{title}.</span> <span className="dim">{children}</span>
    </li>
  );
}
