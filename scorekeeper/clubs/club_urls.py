"""The club itself, its members and its rules: addresses below those of a club."""

from django.urls import path

from .views import ending, home, inviting, members

urlpatterns = [
    path("", home.club, name="club"),
    path("settings", home.settings, name="club_settings"),
    path("log", home.log, name="club_log"),
    path("members/", members.listed, name="members"),
    path("members/<int:member>/", members.one, name="member"),
    path("members/<int:member>/role", members.role, name="member_role"),
    path("members/<int:member>/hand-over", members.hand_over, name="hand_over"),
    path("members/<int:member>/remove", members.remove, name="remove_member"),
    path("members/<int:member>/reset", members.reset, name="member_reset"),
    path("leave", members.leave, name="leave_club"),
    path("invitations/", inviting.invitations, name="invitations"),
    path("invitations/<int:invitation>/", inviting.one, name="invitation"),
    path("invitations/<int:invitation>/renew", inviting.renew, name="renew_invitation"),
    path("invitations/<int:invitation>/end", inviting.end, name="end_invitation"),
    path("delete", ending.delete, name="delete_club"),
    path("keep", ending.keep, name="keep_club"),
]
