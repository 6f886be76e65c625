import { z } from "#contract/zod.ts";

export const teamErrors = {
  // Sign-in and set-up.
  wrong_credentials: { status: 401, message: "Email address and password do not match." },
  wrong_code: { status: 401, message: "That code is not valid. Codes change every 30 seconds." },
  too_many_attempts: {
    status: 429,
    message: "Too many attempts. Wait before you try again.",
    extra: z.object({ retry_after_seconds: z.number().int() }),
  },
  wrong_setup_code: { status: 403, message: "This is not the set-up code. The service prints it when it starts." },
  already_set_up: { status: 409, message: "This installation already has an owner. Sign in instead." },
  second_factor_active: { status: 409, message: "Two-factor sign-in is already on. Turn it off first." },
  no_second_factor: { status: 409, message: "Two-factor sign-in is not set up." },
  not_rotatable: { status: 409, message: "This key cannot be replaced by a new one." },
  session_required: { status: 403, message: "This requires a signed-in person. An API key is not enough." },
  // Sign-in with the provider of a company.
  no_provider: { status: 409, message: "People sign in here with a password. No provider is set up." },
  passwords_off: { status: 409, message: "Passwords are switched off here. Sign in with the provider of your company." },
  provider_unreachable: {
    status: 409,
    message: "The provider does not answer as expected. Try again later, or sign in with your password.",
  },
  provider_failed: { status: 401, message: "The provider did not confirm who you are. Start again." },
  sign_in_over: {
    status: 409,
    message: "This sign-in was started in another browser or window, was used already, or took longer than 10 minutes. Start again.",
  },
  email_unverified: { status: 401, message: "The provider has not verified your email address. Ask your administrator for help." },
  email_unusable: {
    status: 401,
    message: "The email address that the provider gives for you cannot be used here. Ask your administrator to change it there.",
  },
  not_invited: { status: 401, message: "No account belongs to you yet. Ask for an invite to your email address, then sign in again." },
  provider_not_linked: {
    status: 401,
    message: "Your email address has an account with a password. Sign in with it, then connect the provider in your profile.",
  },
  provider_taken: { status: 409, message: "Another person has connected this account of the provider." },
  // Login of a program by a code. The words are those of RFC 8628.
  authorization_pending: { status: 409, message: "The person has not decided yet. Ask again after the interval." },
  slow_down: { status: 409, message: "You ask too often. Wait five seconds longer between two questions." },
  access_denied: { status: 403, message: "The person declined, or has signed out since." },
  expired_token: { status: 410, message: "The code has expired or its key was taken. Start again." },
  wrong_device_code: {
    status: 409,
    message: "This code is wrong, was decided already, or is older than 10 minutes. Check it, or start again.",
  },
  // Members.
  last_owner: { status: 409, message: "A team needs an Owner of its own. Make somebody else Owner first." },
  last_executive: { status: 409, message: "An organization needs an Executive. Make somebody else Executive first." },
  inherited_role: { status: 409, message: "This role comes from the organization. Change it there." },
  already_member: { status: 409, message: "This person is already a member." },
  already_invited: { status: 409, message: "This address already has an invite. Resend that one." },
  invite_over: {
    status: 409,
    message: "This invite was revoked, replaced or already accepted. If you have joined with it, sign in. Otherwise ask for a new one.",
  },
  invite_expired: { status: 409, message: "This invite has expired. Ask for it to be resent: this link then works again." },
  invite_for_other: {
    status: 409,
    message: "This invite is for another email address. Sign in with that one, or ask for an invite to yours.",
  },
  account_exists: { status: 409, message: "This address already has an account. Sign in, then accept the invite." },
  no_mail: { status: 409, message: "This installation sends no email. Ask an administrator of your organization for help." },
  reset_over: { status: 409, message: "This link was used already or is older than an hour. Ask for a new one." },
  sample_busy: { status: 409, message: "The sample workspace is being loaded or removed. Wait until that is done." },
  // AI clients.
  authorization_over: {
    status: 409,
    message: "This request was answered already, or took longer than 10 minutes. Connect the AI client again.",
  },
} as const;
