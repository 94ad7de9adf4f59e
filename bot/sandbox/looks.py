"""How the page differs from simcord's own: messages as Discord shows them, and less around them."""

TITLE = "Paper soccer: sandbox"

STYLE = """
/* On Discord the picture stands above the buttons. */
.channel-message { display: flex; flex-direction: column; }
.channel-message > .message-components { order: 1; }
.channel-message > .message-ephemeral-note { order: 2; }
/* A board and its buttons are seen together. Discord on a desktop shows at most 350 pixels. */
.channel-message .attachment-image { max-height: max(350px, 50vh); }
/* The page is always up to date, and nobody takes managed captures here. */
#refresh, #capture-open, #capture-tab { display: none; }
@media (max-width: 760px) {
  .preview-brand, #messages-toggle, #inspector-toggle, .session-menu, #view-action-output {
    display: none;
  }
  .preview-toolbar { height: auto; flex-wrap: nowrap; }
  #action-status { flex: 1 1 auto; text-align: right; }
}
"""
